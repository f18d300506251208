// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {SignatureChecker} from "@openzeppelin/contracts/utils/cryptography/SignatureChecker.sol";

/// @title Checks the signature of a contract wallet, also of one that isn't deployed yet (ERC-1271, ERC-6492)
/// @notice Never deployed: its creation code and arguments are the data of an eth_call without a target. The call returns one
/// byte, 1 for a valid signature and 0 otherwise.
contract VitrineSignatureCheck {
    /// @dev The last 32 bytes of a signature that says how to deploy its wallet (ERC-6492).
    bytes32 private constant SUFFIX = 0x6492649264926492649264926492649264926492649264926492649264926492;

    /// @param wallet The wallet that should have signed.
    /// @param hash What was signed.
    /// @param signature For ERC-1271 whatever the wallet accepts; for ERC-6492 abi.encode(factory, call, signature) and SUFFIX.
    /// A malformed encoding reverts.
    constructor(address wallet, bytes32 hash, bytes memory signature) {
        bool valid = _check(wallet, hash, signature);
        assembly ("memory-safe") {
            mstore8(0, valid)
            return(0, 1)
        }
    }

    function _check(address wallet, bytes32 hash, bytes memory signature) private returns (bool) {
        if (!_wrapped(signature)) return SignatureChecker.isValidERC1271SignatureNow(wallet, hash, signature);
        assembly ("memory-safe") {
            mstore(signature, sub(mload(signature), 32))
        }
        (address factory, bytes memory call, bytes memory inner) = abi.decode(signature, (address, bytes, bytes));
        if (SignatureChecker.isValidERC1271SignatureNow(wallet, hash, inner)) return true;
        // The factory deploys the wallet, or prepares a deployed one. Whether that succeeded shows in the wallet's response.
        (bool called,) = factory.call(call);
        return called && SignatureChecker.isValidERC1271SignatureNow(wallet, hash, inner);
    }

    function _wrapped(bytes memory signature) private pure returns (bool) {
        if (signature.length < 32) return false;
        bytes32 last;
        assembly ("memory-safe") {
            last := mload(add(signature, mload(signature)))
        }
        return last == SUFFIX;
    }
}
