// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {Intent, VitrinePayments} from "../src/VitrinePayments.sol";
import {PaymentsSetup} from "./base/PaymentsSetup.sol";
import {bound, vm} from "./base/Vm.sol";

/// @notice What holds after any sequence of payments, attacks, withdrawals, cancellations and administration.
contract VitrinePaymentsInvariantTest is PaymentsSetup {
    PaymentsHandler private _handler;

    function setUp() public override {
        super.setUp();
        _handler = new PaymentsHandler(payments);
    }

    /// @dev Read by forge: only the handler is called, not the contract with random bytes.
    function targetContracts() external view returns (address[] memory targets) {
        targets = new address[](1);
        targets[0] = address(_handler);
    }

    function invariant_TheContractHoldsExactlyWhatItOwes() public view {
        uint256 owed = 0;
        for (uint256 i = 0; i < _handler.PAYEES(); i++) {
            owed += payments.balanceOf(_handler.payee(i));
        }
        vm.assertEq(address(payments).balance, owed);
    }

    function invariant_MoneyInIsMoneyHeldOrSentOn() public view {
        vm.assertEq(_handler.received(), address(payments).balance + _handler.withdrawn() + _handler.refunded());
    }

    function invariant_NoRefundIsSentTwice() public view {
        for (uint256 i = 0; i < _handler.REFUNDS(); i++) {
            vm.assertTrue(_handler.refunds(_handler.refundId(i)) <= 1);
        }
    }

    function invariant_NoOrderIsPaidTwiceOrBothPaidAndCancelled() public view {
        for (uint256 i = 0; i < _handler.ORDERS(); i++) {
            bytes32 order = _handler.order(i);
            vm.assertTrue(_handler.payments_(order) <= 1);
            vm.assertEq(payments.paid(order), _handler.firstHash(order));
            vm.assertFalse(payments.paid(order) != bytes32(0) && payments.cancelled(order));
        }
    }
}

/// @dev Acts at random on few orders and payees, so that collisions are frequent. Every call here must succeed: what the
/// contract has to refuse is asserted to be refused.
contract PaymentsHandler is PaymentsSetup {
    uint256 public constant ORDERS = 8;
    uint256 public constant PAYEES = 6;
    uint256 public constant REFUNDS = 8;

    uint256 public received;
    uint256 public withdrawn;
    uint256 public refunded;
    mapping(bytes32 refundId => uint256) public refunds;
    mapping(bytes32 orderId => uint256) public payments_;
    mapping(bytes32 orderId => bytes32) public firstHash;

    bool private _paused;

    constructor(VitrinePayments target) {
        payments = target;
    }

    function setUp() public pure override {
        // Set up by the constructor; forge must find nothing to do when it calls this at random.
    }

    function order(uint256 seed) public pure returns (bytes32) {
        return keccak256(abi.encode("order", seed % ORDERS));
    }

    /// @dev The first is the zero address ("no artist"), the second and third take turns as the platform.
    function payee(uint256 seed) public pure returns (address) {
        uint256 index = seed % PAYEES;
        if (index == 0) return address(0);
        return index == 1 ? PLATFORM : address(uint160(0xFEE0 + index));
    }

    /// @dev Pays rightly; succeeds exactly when the order is open and payments are not paused.
    function pay(uint256 orderSeed, uint256 payeeSeed, uint96 amount, uint96 share, uint32 lifetime) external {
        Intent memory intent = _quote(orderSeed, payeeSeed, amount, share, lifetime);
        bool open = !_paused && firstHash[intent.orderId] == bytes32(0) && !payments.cancelled(intent.orderId);
        bool accepted = _try(intent, intent.amount, _sign(intent));
        vm.assertTrue(accepted == open);
        if (!accepted) return;
        received += intent.amount;
        payments_[intent.orderId] += 1;
        firstHash[intent.orderId] = payments.intentHash(intent);
    }

    function payWrongAmount(uint256 orderSeed, uint96 amount, uint96 sent) external {
        if (amount == sent) return;
        Intent memory intent = _quote(orderSeed, orderSeed, amount, 0, 60);
        vm.assertFalse(_try(intent, sent, _sign(intent)));
    }

    function payLate(uint256 orderSeed, uint96 amount, uint256 late) external {
        Intent memory intent = _quote(orderSeed, orderSeed, amount, 0, 0);
        intent.deadline = uint64(block.timestamp - bound(late, 1, START));
        vm.assertFalse(_try(intent, intent.amount, _sign(intent)));
    }

    function payForged(uint256 orderSeed, uint96 amount) external {
        Intent memory intent = _quote(orderSeed, orderSeed, amount, 0, 60);
        vm.assertFalse(_try(intent, intent.amount, _sign(STRANGER_KEY, payments.intentHash(intent))));
    }

    function sendPlainly(uint96 amount) external {
        vm.deal(BUYER, amount);
        vm.prank(BUYER);
        (bool sent,) = address(payments).call{value: amount}("");
        vm.assertFalse(sent);
    }

    function withdraw(uint256 payeeSeed) external {
        address to = payee(payeeSeed);
        uint256 amount = payments.balanceOf(to);
        uint256 before = to.balance;
        try payments.withdraw(to) {
            vm.assertTrue(amount != 0);
            vm.assertEq(to.balance, before + amount);
            withdrawn += amount;
        } catch {
            vm.assertEq(amount, 0);
        }
    }

    /// @dev The platform sends money back; succeeds exactly when it is covered and was not sent before.
    function refund(uint256 seed, uint96 amount, uint96 along) external {
        bytes32 id = refundId(seed);
        uint256 credit = payments.balanceOf(PLATFORM);
        bool right = refunds[id] == 0 && amount <= credit + along;
        vm.deal(PLATFORM, PLATFORM.balance + along);
        vm.prank(PLATFORM);
        try payments.refund{value: along}(id, BUYER, amount) {
            vm.assertTrue(right);
            vm.assertEq(payments.balanceOf(PLATFORM), credit + along - amount);
            refunds[id] += 1;
            received += along;
            refunded += amount;
        } catch {
            vm.assertFalse(right);
        }
    }

    function refundId(uint256 seed) public pure returns (bytes32) {
        return keccak256(abi.encode("refund", seed % REFUNDS));
    }

    function cancel(uint256 orderSeed) external {
        // Rare, or most orders would be closed before anyone pays them.
        if (orderSeed % 5 != 0) return;
        bytes32 orderId = order(orderSeed / 5);
        vm.prank(vm.addr(SIGNER_KEY));
        try payments.cancel(orderId) {
            vm.assertEq(firstHash[orderId], bytes32(0));
        } catch {
            vm.assertTrue(firstHash[orderId] != bytes32(0));
        }
    }

    function switchPlatform(uint256 seed) external {
        vm.prank(ADMIN);
        payments.setPlatform(payee(1 + seed % 2));
    }

    function switchPause(uint256 seed) external {
        bool pause = seed % 4 == 0;
        if (pause == _paused) return;
        _paused = pause;
        vm.prank(ADMIN);
        if (pause) payments.pause();
        else payments.unpause();
    }

    function passTime(uint32 secondsToPass) external {
        vm.warp(block.timestamp + secondsToPass);
    }

    function _quote(uint256 orderSeed, uint256 payeeSeed, uint96 amount, uint96 share, uint32 lifetime)
        private
        view
        returns (Intent memory)
    {
        return Intent({
            orderId: order(orderSeed),
            amount: amount,
            artist: payee(payeeSeed),
            artistShare: bound(share, 0, amount),
            refundAddress: BUYER,
            deadline: uint64(block.timestamp) + lifetime
        });
    }

    function _try(Intent memory intent, uint256 value, bytes memory signature) private returns (bool) {
        vm.deal(BUYER, value);
        vm.prank(BUYER);
        try payments.pay{value: value}(intent, signature) {
            return true;
        } catch {
            return false;
        }
    }
}
