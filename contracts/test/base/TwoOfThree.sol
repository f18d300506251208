// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {ECDSA} from "@openzeppelin/contracts/utils/cryptography/ECDSA.sol";

/// @notice A multisig of three owners, of which two have to sign a call. Like a Safe, it takes the signatures from anyone and counts its calls.
contract TwoOfThree {
    uint256 public nonce;
    address[3] private _owners;

    /// @notice Fewer than two different owners signed.
    error NotEnoughOwners();

    constructor(address[3] memory owners) {
        _owners = owners;
    }

    /// @notice What owners sign for the next call.
    function digest(address to, bytes memory data) public view returns (bytes32) {
        return keccak256(abi.encode(block.chainid, address(this), nonce, to, keccak256(data)));
    }

    /// @notice Calls a contract. A call that reverts reverts this one with the same reason.
    function execute(address to, bytes memory data, bytes[] memory signatures) external {
        bytes32 signed = digest(to, data);
        uint256 count;
        for (uint256 owner = 0; owner < _owners.length; owner++) {
            for (uint256 i = 0; i < signatures.length; i++) {
                if (ECDSA.recover(signed, signatures[i]) == _owners[owner]) {
                    count++;
                    break;
                }
            }
        }
        if (count < 2) revert NotEnoughOwners();
        nonce++;
        (bool ok, bytes memory reason) = to.call(data);
        if (!ok) {
            assembly ("memory-safe") {
                revert(add(reason, 32), mload(reason))
            }
        }
    }
}
