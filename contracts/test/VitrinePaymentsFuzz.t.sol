// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {Intent, VitrinePayments} from "../src/VitrinePayments.sol";
import {PaymentsSetup} from "./base/PaymentsSetup.sol";
import {bound, vm} from "./base/Vm.sol";

/// @notice What holds for any intent: the right payment is taken, everything else reverts.
contract VitrinePaymentsFuzzTest is PaymentsSetup {
    function testFuzz_TheRightPaymentIsAccepted(Intent memory intent, uint256 when) public {
        intent.amount = bound(intent.amount, 0, type(uint128).max);
        intent.artistShare = bound(intent.artistShare, 0, intent.amount);
        vm.warp(bound(when, 0, intent.deadline));
        bytes32 digest = payments.intentHash(intent);
        _pay(intent, intent.amount, _sign(intent));

        vm.assertEq(payments.paid(intent.orderId), digest);
        vm.assertEq(address(payments).balance, intent.amount);
        if (intent.artist == address(0)) {
            vm.assertEq(payments.balanceOf(PLATFORM), intent.amount);
        } else if (intent.artist != PLATFORM) {
            vm.assertEq(payments.balanceOf(intent.artist), intent.artistShare);
            vm.assertEq(payments.balanceOf(PLATFORM), intent.amount - intent.artistShare);
        }
    }

    function testFuzz_AWrongAmountAlwaysReverts(Intent memory intent, uint256 value) public {
        intent.deadline = uint64(bound(intent.deadline, block.timestamp, type(uint64).max));
        value = bound(value, 0, type(uint128).max);
        vm.assume(value != intent.amount);
        _payReverts(intent, value, _sign(intent), _wrongAmount(intent.amount, value));
    }

    function testFuzz_ALatePaymentAlwaysReverts(Intent memory intent, uint256 when) public {
        intent.amount = bound(intent.amount, 0, type(uint128).max);
        vm.warp(bound(when, uint256(intent.deadline) + 1, type(uint128).max));
        _payReverts(intent, intent.amount, _sign(intent), _expired(intent.deadline));
    }

    function testFuzz_ASecondPaymentAlwaysReverts(Intent memory first, Intent memory second) public {
        first.amount = bound(first.amount, 0, type(uint128).max);
        first.artistShare = bound(first.artistShare, 0, first.amount);
        first.deadline = uint64(bound(first.deadline, block.timestamp, type(uint64).max));
        second.orderId = first.orderId;
        second.amount = bound(second.amount, 0, type(uint128).max);
        bytes memory signature = _sign(second);
        _pay(first, first.amount, _sign(first));
        _payReverts(
            second,
            second.amount,
            signature,
            abi.encodeWithSelector(VitrinePayments.AlreadyPaid.selector, first.orderId)
        );
    }

    /// @dev What was not signed does not pay, whichever field was changed.
    function testFuzz_AChangedIntentAlwaysReverts(uint256 field, uint256 change) public {
        Intent memory intent = _intent();
        bytes memory signature = _sign(intent);
        change = bound(change, 1, 0.1 ether);
        field = bound(field, 0, 5);
        if (field == 0) intent.orderId = bytes32(uint256(intent.orderId) ^ change);
        if (field == 1) intent.amount += change;
        if (field == 2) intent.artist = address(uint160(intent.artist) ^ uint160(change));
        if (field == 3) intent.artistShare += change;
        if (field == 4) intent.refundAddress = address(uint160(intent.refundAddress) ^ uint160(change));
        if (field == 5) intent.deadline += uint64(change);
        vm.deal(BUYER, intent.amount);
        vm.expectRevert();
        vm.prank(BUYER);
        payments.pay{value: intent.amount}(intent, signature);
        vm.assertEq(payments.paid(intent.orderId), bytes32(0));
    }

    function testFuzz_AForeignKeyAlwaysReverts(uint256 key) public {
        key = bound(key, 1, type(uint128).max);
        vm.assume(key != SIGNER_KEY);
        Intent memory intent = _intent();
        _payReverts(
            intent, intent.amount, _sign(key, payments.intentHash(intent)), _unknownSigner(vm.addr(key))
        );
    }
}
