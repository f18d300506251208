// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {IERC1271} from "@openzeppelin/contracts/interfaces/IERC1271.sol";
import {VitrineSignatureCheck} from "../src/VitrineSignatureCheck.sol";
import {vm} from "./base/Vm.sol";

/// A wallet that accepts one signature once it is ready.
contract Wallet is IERC1271 {
    bytes32 private immutable ACCEPTED;
    bool private ready;

    constructor(bytes memory accepted, bool ready_) {
        ACCEPTED = keccak256(accepted);
        ready = ready_;
    }

    function prepare() external {
        ready = true;
    }

    function isValidSignature(bytes32 hash, bytes calldata signature) external view returns (bytes4) {
        require(ready, "not ready");
        return keccak256(abi.encode(hash, signature)) == ACCEPTED ? IERC1271.isValidSignature.selector : bytes4(0xffffffff);
    }
}

contract Factory {
    function deploy(bytes memory accepted) external returns (address) {
        return address(new Wallet{salt: 0}(accepted, true));
    }

    function refuse() external pure {
        revert("no");
    }
}

contract VitrineSignatureCheckTest {
    bytes32 private constant SUFFIX = 0x6492649264926492649264926492649264926492649264926492649264926492;
    Factory private factory;

    function setUp() public {
        factory = new Factory();
    }

    /// What a call without a target returns is what a deployment would store.
    function check(address wallet, bytes32 hash, bytes memory signature) private returns (bool) {
        bytes memory result = address(new VitrineSignatureCheck(wallet, hash, signature)).code;
        vm.assertEq(result.length, 1);
        return result[0] == 0x01;
    }

    function wrap(bytes memory call, bytes memory signature) private view returns (bytes memory) {
        return bytes.concat(abi.encode(address(factory), call, signature), SUFFIX);
    }

    function lastWord(bytes memory signature) private pure returns (bytes32 word) {
        assembly ("memory-safe") {
            word := mload(add(signature, mload(signature)))
        }
    }

    function predicted(bytes memory accepted) private view returns (address) {
        bytes32 code = keccak256(bytes.concat(type(Wallet).creationCode, abi.encode(accepted, true)));
        return address(uint160(uint256(keccak256(abi.encodePacked(bytes1(0xff), address(factory), bytes32(0), code)))));
    }

    function testFuzz_ADeployedWalletDecides(bytes32 hash, bytes32 other, bytes memory signature) public {
        vm.assume(hash != other);
        bytes memory accepted = abi.encode(hash, signature);
        address wallet = address(new Wallet(accepted, true));
        vm.assertTrue(check(wallet, hash, signature));
        vm.assertFalse(check(wallet, other, signature));
        vm.assertFalse(check(wallet, hash, bytes.concat(signature, hex"00")));
    }

    function testFuzz_AWalletBeforeItsDeployment(bytes32 hash, bytes memory signature) public {
        bytes memory accepted = abi.encode(hash, signature);
        address wallet = predicted(accepted);
        vm.assertFalse(check(wallet, hash, signature));
        vm.assertFalse(check(wallet, hash, wrap(abi.encodeCall(Factory.refuse, ()), signature)));
        bytes memory deploy = abi.encodeCall(Factory.deploy, (accepted));
        vm.assertFalse(check(address(1), hash, bytes.concat(abi.encode(address(1), deploy, signature), SUFFIX)));
        vm.assertTrue(check(wallet, hash, wrap(deploy, signature)));
        vm.assertFalse(check(wallet, hash, wrap(deploy, bytes.concat(signature, hex"00"))));
    }

    function test_AMalformedWrapperReverts() public {
        vm.expectRevert();
        new VitrineSignatureCheck(address(1), 0, bytes.concat(SUFFIX));
    }

    function testFuzz_ADeployedWalletWithAWrappedSignature(bytes32 hash, bytes memory signature) public {
        address wallet = address(new Wallet(abi.encode(hash, signature), true));
        vm.assertTrue(check(wallet, hash, wrap(abi.encodeCall(Factory.refuse, ()), signature)));
    }

    function testFuzz_APlainAddressNeverSigns(address wallet, bytes32 hash, bytes memory signature) public {
        vm.assume(wallet.code.length == 0 && uint160(wallet) > 1024 && (signature.length < 32 || lastWord(signature) != SUFFIX));
        vm.assertFalse(check(wallet, hash, signature));
    }
}
