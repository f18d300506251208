// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {IAccessControl} from "@openzeppelin/contracts/access/IAccessControl.sol";
import {Intent, VitrinePayments} from "../../src/VitrinePayments.sol";
import {vm} from "./Vm.sol";

/// @notice A payment contract with known keys, and a quote that is right unless a test bends it.
abstract contract PaymentsSetup {
    uint256 internal constant SIGNER_KEY = 0xA11CE;
    uint256 internal constant STRANGER_KEY = 0xBAD;
    uint256 internal constant START = 1_800_000_000;

    address internal constant ADMIN = address(0xAD);
    address internal constant PLATFORM = address(0x91A7);
    address internal constant ARTIST = address(0xA2715);
    address internal constant BUYER = address(0xB0);
    bytes32 internal constant ORDER = bytes32(uint256(0x0192) << 240);

    VitrinePayments internal payments;

    function setUp() public virtual {
        vm.warp(START);
        payments = new VitrinePayments(ADMIN, vm.addr(SIGNER_KEY), PLATFORM);
    }

    function _intent() internal pure returns (Intent memory) {
        return Intent({
            orderId: ORDER,
            amount: 1 ether,
            artist: ARTIST,
            artistShare: 0.8 ether,
            refundAddress: address(0x3EF),
            deadline: uint64(START + 15 minutes)
        });
    }

    function _sign(Intent memory intent) internal view returns (bytes memory) {
        return _sign(SIGNER_KEY, payments.intentHash(intent));
    }

    function _sign(uint256 key, bytes32 digest) internal pure returns (bytes memory) {
        (uint8 v, bytes32 r, bytes32 s) = vm.sign(key, digest);
        return abi.encodePacked(r, s, v);
    }

    function _pay(Intent memory intent, uint256 value, bytes memory signature) internal {
        vm.deal(BUYER, value);
        vm.prank(BUYER);
        payments.pay{value: value}(intent, signature);
    }

    /// @dev The payment must revert with exactly this error and leave no trace of money.
    function _payReverts(Intent memory intent, uint256 value, bytes memory signature, bytes memory reason) internal {
        uint256 before = address(payments).balance;
        vm.deal(BUYER, value);
        vm.expectRevert(reason);
        vm.prank(BUYER);
        payments.pay{value: value}(intent, signature);
        vm.assertEq(address(payments).balance, before);
        vm.assertEq(BUYER.balance, value);
    }

    // --- errors ---

    function _wrongAmount(uint256 expected, uint256 sent) internal pure returns (bytes memory) {
        return abi.encodeWithSelector(VitrinePayments.WrongAmount.selector, expected, sent);
    }

    function _expired(uint64 deadline) internal pure returns (bytes memory) {
        return abi.encodeWithSelector(VitrinePayments.QuoteExpired.selector, deadline);
    }

    function _alreadyPaid() internal pure returns (bytes memory) {
        return abi.encodeWithSelector(VitrinePayments.AlreadyPaid.selector, ORDER);
    }

    function _unknownSigner(address signer) internal pure returns (bytes memory) {
        return abi.encodeWithSelector(VitrinePayments.UnknownSigner.selector, signer);
    }

    function _unauthorized(address caller, bytes32 role) internal pure returns (bytes memory) {
        return abi.encodeWithSelector(IAccessControl.AccessControlUnauthorizedAccount.selector, caller, role);
    }
}
