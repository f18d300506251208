// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {Pausable} from "@openzeppelin/contracts/utils/Pausable.sol";
import {ReentrancyGuardTransient} from "@openzeppelin/contracts/utils/ReentrancyGuardTransient.sol";
import {Intent, VitrinePayments} from "../src/VitrinePayments.sol";
import {PaymentsSetup} from "./base/PaymentsSetup.sol";
import {vm} from "./base/Vm.sol";

contract VitrinePaymentsTest is PaymentsSetup {
    // --- paying ---

    function test_PayCreditsArtistAndPlatform() public {
        Intent memory intent = _intent();
        bytes32 digest = payments.intentHash(intent);
        bytes memory signature = _sign(intent);

        vm.deal(BUYER, intent.amount);
        vm.expectEmit(address(payments));
        emit VitrinePayments.Paid(
            intent.orderId, digest, BUYER, intent.amount, ARTIST, intent.artistShare, intent.refundAddress
        );
        vm.prank(BUYER);
        payments.pay{value: intent.amount}(intent, signature);

        vm.assertEq(payments.paid(ORDER), digest);
        vm.assertEq(payments.balanceOf(ARTIST), 0.8 ether);
        vm.assertEq(payments.balanceOf(PLATFORM), 0.2 ether);
        vm.assertEq(address(payments).balance, 1 ether);
    }

    function test_PayAtTheDeadlineIsInTime() public {
        Intent memory intent = _intent();
        bytes memory signature = _sign(intent);
        vm.warp(intent.deadline);
        _pay(intent, intent.amount, signature);
        vm.assertTrue(payments.paid(ORDER) != bytes32(0));
    }

    function test_PayWithoutArtistCreditsThePlatform() public {
        Intent memory intent = _intent();
        intent.artist = address(0);
        _pay(intent, intent.amount, _sign(intent));
        vm.assertEq(payments.balanceOf(PLATFORM), intent.amount);
        vm.assertEq(payments.balanceOf(address(0)), 0);
    }

    function test_PayWhereThePlatformIsTheArtist() public {
        Intent memory intent = _intent();
        intent.artist = PLATFORM;
        _pay(intent, intent.amount, _sign(intent));
        vm.assertEq(payments.balanceOf(PLATFORM), intent.amount);
    }

    function test_IntentHashFollowsEip712() public view {
        Intent memory intent = _intent();
        bytes32 domain = keccak256(
            abi.encode(
                keccak256("EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)"),
                keccak256("Vitrine Payments"),
                keccak256("1"),
                block.chainid,
                address(payments)
            )
        );
        bytes32 message = keccak256(
            abi.encode(
                keccak256(
                    "Intent(bytes32 orderId,uint256 amount,address artist,uint256 artistShare,address refundAddress,uint64 deadline)"
                ),
                intent
            )
        );
        vm.assertEq(payments.intentHash(intent), keccak256(abi.encodePacked(hex"1901", domain, message)));
    }

    // --- what reverts ---

    function test_PayOneWeiLessOrMoreReverts() public {
        Intent memory intent = _intent();
        bytes memory signature = _sign(intent);
        _payReverts(intent, intent.amount - 1, signature, _wrongAmount(intent.amount, intent.amount - 1));
        _payReverts(intent, intent.amount + 1, signature, _wrongAmount(intent.amount, intent.amount + 1));
        _payReverts(intent, 0, signature, _wrongAmount(intent.amount, 0));
    }

    function test_PayAfterTheDeadlineReverts() public {
        Intent memory intent = _intent();
        bytes memory signature = _sign(intent);
        vm.warp(uint256(intent.deadline) + 1);
        _payReverts(intent, intent.amount, signature, _expired(intent.deadline));
    }

    function test_PayTwiceReverts() public {
        Intent memory intent = _intent();
        bytes memory signature = _sign(intent);
        _pay(intent, intent.amount, signature);
        _payReverts(intent, intent.amount, signature, _alreadyPaid());

        Intent memory other = _intent();
        other.amount = 2 ether;
        _payReverts(other, other.amount, _sign(other), _alreadyPaid());
    }

    function test_PayShareAboveAmountReverts() public {
        Intent memory intent = _intent();
        intent.artistShare = intent.amount + 1;
        _payReverts(
            intent,
            intent.amount,
            _sign(intent),
            abi.encodeWithSelector(
                VitrinePayments.ShareExceedsAmount.selector, intent.artistShare, intent.amount
            )
        );
    }

    function test_PaySignedByAStrangerReverts() public {
        Intent memory intent = _intent();
        bytes memory signature = _sign(STRANGER_KEY, payments.intentHash(intent));
        _payReverts(intent, intent.amount, signature, _unknownSigner(vm.addr(STRANGER_KEY)));
    }

    function test_PaySignedByAFormerSignerReverts() public {
        Intent memory intent = _intent();
        bytes memory signature = _sign(intent);
        bytes32 role = payments.QUOTE_SIGNER_ROLE();
        vm.prank(ADMIN);
        payments.revokeRole(role, vm.addr(SIGNER_KEY));
        _payReverts(intent, intent.amount, signature, _unknownSigner(vm.addr(SIGNER_KEY)));
    }

    function test_PayWithAMalformedSignatureReverts() public {
        Intent memory intent = _intent();
        bytes memory reason = abi.encodeWithSelector(VitrinePayments.InvalidSignature.selector);
        _payReverts(intent, intent.amount, "", reason);
        _payReverts(intent, intent.amount, new bytes(64), reason);
        _payReverts(intent, intent.amount, new bytes(65), reason);
        _payReverts(intent, intent.amount, bytes.concat(_sign(intent), hex"00"), reason);
    }

    function test_PayWithTheMirroredSignatureReverts() public {
        Intent memory intent = _intent();
        (uint8 v, bytes32 r, bytes32 s) = vm.sign(SIGNER_KEY, payments.intentHash(intent));
        uint256 order = 0xFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFEBAAEDCE6AF48A03BBFD25E8CD0364141;
        bytes memory mirrored = abi.encodePacked(r, order - uint256(s), v == 27 ? uint8(28) : uint8(27));
        _payReverts(
            intent, intent.amount, mirrored, abi.encodeWithSelector(VitrinePayments.InvalidSignature.selector)
        );
    }

    function test_PaySignedForAnotherContractOrChainReverts() public {
        Intent memory intent = _intent();
        VitrinePayments other = new VitrinePayments(ADMIN, vm.addr(SIGNER_KEY), PLATFORM);
        bytes memory forOther = _sign(SIGNER_KEY, other.intentHash(intent));
        bytes memory forHere = _sign(intent);
        vm.deal(BUYER, 2 ether);

        vm.expectRevert();
        vm.prank(BUYER);
        payments.pay{value: 1 ether}(intent, forOther);

        vm.chainId(100);
        vm.expectRevert();
        vm.prank(BUYER);
        payments.pay{value: 1 ether}(intent, forHere);
        vm.assertEq(address(payments).balance, 0);
    }

    function test_PayWhilePausedRevertsAndWithdrawGoesOn() public {
        Intent memory intent = _intent();
        _pay(intent, intent.amount, _sign(intent));
        vm.prank(ADMIN);
        payments.pause();

        Intent memory other = _intent();
        other.orderId = keccak256("another order");
        _payReverts(other, other.amount, _sign(other), abi.encodeWithSelector(Pausable.EnforcedPause.selector));
        payments.withdraw(ARTIST);
        vm.assertEq(ARTIST.balance, 0.8 ether);

        vm.prank(ADMIN);
        payments.unpause();
        _pay(other, other.amount, _sign(other));
    }

    function test_PlainTransfersRevert() public {
        vm.deal(BUYER, 2 ether);
        vm.prank(BUYER);
        (bool empty,) = address(payments).call{value: 1 ether}("");
        vm.assertFalse(empty);
        vm.prank(BUYER);
        (bool unknown,) = address(payments).call{value: 1 ether}(hex"deadbeef");
        vm.assertFalse(unknown);
    }

    // --- cancelling ---

    function test_CancelClosesAnUnpaidOrder() public {
        Intent memory intent = _intent();
        vm.expectEmit(address(payments));
        emit VitrinePayments.Cancelled(ORDER);
        vm.prank(vm.addr(SIGNER_KEY));
        payments.cancel(ORDER);
        vm.assertTrue(payments.cancelled(ORDER));
        _payReverts(
            intent,
            intent.amount,
            _sign(intent),
            abi.encodeWithSelector(VitrinePayments.OrderCancelled.selector, ORDER)
        );
    }

    function test_CancelAgainChangesNothing() public {
        vm.prank(vm.addr(SIGNER_KEY));
        payments.cancel(ORDER);
        vm.recordLogs();
        vm.prank(vm.addr(SIGNER_KEY));
        payments.cancel(ORDER);
        vm.assertEq(vm.getRecordedLogs().length, 0);
    }

    function test_CancelAfterPaymentReverts() public {
        Intent memory intent = _intent();
        _pay(intent, intent.amount, _sign(intent));
        vm.expectRevert(_alreadyPaid());
        vm.prank(vm.addr(SIGNER_KEY));
        payments.cancel(ORDER);
    }

    // --- withdrawing ---

    function test_WithdrawSendsAllToThePayee() public {
        Intent memory intent = _intent();
        _pay(intent, intent.amount, _sign(intent));
        vm.expectEmit(address(payments));
        emit VitrinePayments.Withdrawn(ARTIST, 0.8 ether);
        payments.withdraw(ARTIST);
        payments.withdraw(PLATFORM);
        vm.assertEq(ARTIST.balance, 0.8 ether);
        vm.assertEq(PLATFORM.balance, 0.2 ether);
        vm.assertEq(address(payments).balance, 0);

        vm.expectRevert(abi.encodeWithSelector(VitrinePayments.NothingToWithdraw.selector, ARTIST));
        payments.withdraw(ARTIST);
    }

    function test_WithdrawToAPayeeThatRefusesKeepsItsBalance() public {
        Refusing artist = new Refusing();
        Intent memory intent = _intent();
        intent.artist = address(artist);
        _pay(intent, intent.amount, _sign(intent));

        vm.expectRevert(abi.encodeWithSelector(VitrinePayments.WithdrawalFailed.selector, address(artist)));
        payments.withdraw(address(artist));
        vm.assertEq(payments.balanceOf(address(artist)), 0.8 ether);

        payments.withdraw(PLATFORM);
        vm.assertEq(PLATFORM.balance, 0.2 ether);
    }

    function test_WithdrawCannotBeReentered() public {
        Reentering artist = new Reentering(payments, PLATFORM);
        Intent memory intent = _intent();
        intent.artist = address(artist);
        _pay(intent, intent.amount, _sign(intent));

        payments.withdraw(address(artist));
        vm.assertEq(
            keccak256(artist.own()),
            keccak256(abi.encodeWithSelector(ReentrancyGuardTransient.ReentrancyGuardReentrantCall.selector))
        );
        vm.assertEq(keccak256(artist.other()), keccak256(artist.own()));
        vm.assertEq(address(artist).balance, 0.8 ether);
        vm.assertEq(payments.balanceOf(PLATFORM), 0.2 ether);
        vm.assertEq(address(payments).balance, 0.2 ether);
    }

    // --- administration ---

    function test_SetPlatformCreditsComingPaymentsOnly() public {
        Intent memory intent = _intent();
        _pay(intent, intent.amount, _sign(intent));
        address next = address(0x9E17);
        vm.expectEmit(address(payments));
        emit VitrinePayments.PlatformChanged(PLATFORM, next);
        vm.prank(ADMIN);
        payments.setPlatform(next);

        intent.orderId = keccak256("another order");
        _pay(intent, intent.amount, _sign(intent));
        vm.assertEq(payments.balanceOf(PLATFORM), 0.2 ether);
        vm.assertEq(payments.balanceOf(next), 0.2 ether);
    }

    function test_ThePlatformIsNeverZero() public {
        vm.expectRevert(abi.encodeWithSelector(VitrinePayments.InvalidPlatform.selector));
        vm.prank(ADMIN);
        payments.setPlatform(address(0));
        vm.expectRevert(abi.encodeWithSelector(VitrinePayments.InvalidPlatform.selector));
        new VitrinePayments(ADMIN, BUYER, address(0));
    }

    function testFuzz_OnlyTheRightRoleMayAdminister(address caller) public {
        bytes32 admin = payments.DEFAULT_ADMIN_ROLE();
        bytes32 signer = payments.QUOTE_SIGNER_ROLE();
        vm.assume(caller != ADMIN && caller != vm.addr(SIGNER_KEY));

        vm.expectRevert(_unauthorized(caller, admin));
        vm.prank(caller);
        payments.pause();
        vm.expectRevert(_unauthorized(caller, admin));
        vm.prank(caller);
        payments.unpause();
        vm.expectRevert(_unauthorized(caller, admin));
        vm.prank(caller);
        payments.setPlatform(caller);
        vm.expectRevert(_unauthorized(caller, signer));
        vm.prank(caller);
        payments.cancel(ORDER);
        vm.expectRevert(_unauthorized(caller, admin));
        vm.prank(caller);
        payments.grantRole(signer, caller);
    }
}

/// @dev A payee that cannot receive ether.
contract Refusing {}

/// @dev A payee that tries to withdraw again, for itself and for another, while it is being paid.
contract Reentering {
    VitrinePayments private immutable PAYMENTS;
    address private immutable OTHER;
    bytes public own;
    bytes public other;

    constructor(VitrinePayments payments, address other_) {
        PAYMENTS = payments;
        OTHER = other_;
    }

    receive() external payable {
        own = _attempt(address(this));
        other = _attempt(OTHER);
    }

    function _attempt(address payee) private returns (bytes memory) {
        try PAYMENTS.withdraw(payee) {
            return "withdrew";
        } catch (bytes memory reason) {
            return reason;
        }
    }
}
