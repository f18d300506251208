// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {Intent, VitrinePayments} from "../src/VitrinePayments.sol";
import {PaymentsSetup} from "./base/PaymentsSetup.sol";
import {vm} from "./base/Vm.sol";

/// @notice Money that goes back: once, covered, and safe from its recipient.
contract VitrineRefundsTest is PaymentsSetup {
    bytes32 private constant REFUND = bytes32(uint256(7));

    function _refund(address sender, uint256 value, bytes32 id, address to, uint256 amount) private {
        vm.deal(sender, value);
        vm.prank(sender);
        payments.refund{value: value}(id, to, amount);
    }

    function test_RefundWithWhatIsSentAlong() public {
        vm.deal(PLATFORM, 2 ether);
        vm.expectEmit(address(payments));
        emit VitrinePayments.Refunded(REFUND, PLATFORM, BUYER, 2 ether);
        vm.prank(PLATFORM);
        payments.refund{value: 2 ether}(REFUND, BUYER, 2 ether);
        vm.assertEq(BUYER.balance, 2 ether);
        vm.assertEq(address(payments).balance, 0);
        vm.assertTrue(payments.refunded(PLATFORM, REFUND));
    }

    function test_RefundOfWhatIsCreditedKeepsTheRest() public {
        Intent memory intent = _intent();
        _pay(intent, intent.amount, _sign(intent));
        _refund(PLATFORM, 0.5 ether, REFUND, BUYER, 0.6 ether);
        vm.assertEq(BUYER.balance, 0.6 ether);
        vm.assertEq(payments.balanceOf(PLATFORM), 0.1 ether);
        vm.assertEq(payments.balanceOf(ARTIST), 0.8 ether);
    }

    function test_RefundTwiceReverts() public {
        _refund(PLATFORM, 1 ether, REFUND, BUYER, 1 ether);
        vm.deal(PLATFORM, 1 ether);
        vm.expectRevert(abi.encodeWithSelector(VitrinePayments.AlreadyRefunded.selector, REFUND));
        vm.prank(PLATFORM);
        payments.refund{value: 1 ether}(REFUND, BUYER, 1 ether);
        // Another sender's numbers are its own: nobody can use up a number of the platform's.
        _refund(ADMIN, 1 ether, REFUND, BUYER, 1 ether);
        vm.assertEq(BUYER.balance, 2 ether);
    }

    function test_RefundThatIsNotCoveredReverts() public {
        vm.expectRevert(abi.encodeWithSelector(VitrinePayments.RefundNotCovered.selector, 1 ether, 0));
        vm.prank(PLATFORM);
        payments.refund(REFUND, BUYER, 1 ether);
        // An artist's credit is nobody else's.
        Intent memory intent = _intent();
        _pay(intent, intent.amount, _sign(intent));
        vm.expectRevert(abi.encodeWithSelector(VitrinePayments.RefundNotCovered.selector, 0.3 ether, 0.2 ether));
        vm.prank(PLATFORM);
        payments.refund(REFUND, BUYER, 0.3 ether);
    }

    function test_RefundToATargetThatRefusesReverts() public {
        address target = address(new Refuses());
        vm.deal(PLATFORM, 1 ether);
        vm.expectRevert(abi.encodeWithSelector(VitrinePayments.RefundRefused.selector, target));
        vm.prank(PLATFORM);
        payments.refund{value: 1 ether}(REFUND, target, 1 ether);
        vm.assertFalse(payments.refunded(PLATFORM, REFUND));
        vm.assertEq(PLATFORM.balance, 1 ether);
    }

    function test_RefundToATargetThatBurnsGasReverts() public {
        address target = address(new Burns());
        vm.deal(PLATFORM, 1 ether);
        vm.expectRevert(abi.encodeWithSelector(VitrinePayments.RefundRefused.selector, target));
        vm.prank(PLATFORM);
        payments.refund{value: 1 ether, gas: 400_000}(REFUND, target, 1 ether);
    }

    function test_RefundCannotBeReentered() public {
        Reenters target = new Reenters(payments);
        vm.deal(address(target), 1 ether);
        vm.deal(PLATFORM, 1 ether);
        vm.expectRevert(abi.encodeWithSelector(VitrinePayments.RefundRefused.selector, address(target)));
        vm.prank(PLATFORM);
        payments.refund{value: 1 ether}(REFUND, address(target), 1 ether);
    }

    function test_RefundWhilePaused() public {
        vm.prank(ADMIN);
        payments.pause();
        _refund(PLATFORM, 1 ether, REFUND, BUYER, 1 ether);
        vm.assertEq(BUYER.balance, 1 ether);
    }

    function testFuzz_ARefundIsSentOnce(bytes32 id, uint96 amount, uint96 more) public {
        _refund(PLATFORM, uint256(amount) + more, id, BUYER, amount);
        vm.assertEq(BUYER.balance, amount);
        vm.assertEq(payments.balanceOf(PLATFORM), more);
        vm.expectRevert(abi.encodeWithSelector(VitrinePayments.AlreadyRefunded.selector, id));
        vm.prank(PLATFORM);
        payments.refund(id, BUYER, 0);
    }
}

/// @dev Takes no ether.
contract Refuses {}

/// @dev Uses all gas it gets.
contract Burns {
    receive() external payable {
        while (true) {}
    }
}

/// @dev Tries to send another refund while it gets one.
contract Reenters {
    VitrinePayments private immutable _PAYMENTS;

    constructor(VitrinePayments target) {
        _PAYMENTS = target;
    }

    receive() external payable {
        _PAYMENTS.refund{value: 1}(bytes32(uint256(9)), address(this), 1);
    }
}
