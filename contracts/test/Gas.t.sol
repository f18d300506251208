// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {Intent} from "../src/VitrinePayments.sol";
import {VitrineToken} from "../src/VitrineToken.sol";
import {PaymentsSetup} from "./base/PaymentsSetup.sol";
import {vm} from "./base/Vm.sol";

/// @notice What people and the platform pay, one transaction each. `make gas` writes snapshots/GasTest.json.
contract GasTest is PaymentsSetup {
    function test_Gas() public {
        VitrineToken token = new VitrineToken("Vitrine", "VITRINE", "https://gallery.example/", "", ADMIN, ADMIN);
        vm.prank(ADMIN);
        token.mint(BUYER, 1_000_001);
        vm.prank(ADMIN);
        token.mint(BUYER, 1_000_002);
        vm.snapshotGasLastCall("token: mint to a holder");
        vm.prank(BUYER);
        token.safeTransferFrom(BUYER, ARTIST, 1_000_002);
        vm.snapshotGasLastCall("token: transfer to a new holder");

        Intent memory intent = _intent();
        _pay(intent, intent.amount, _sign(intent));
        vm.snapshotGasLastCall("payments: pay, first of artist and platform");
        intent.orderId = keccak256("second");
        _pay(intent, intent.amount, _sign(intent));
        vm.snapshotGasLastCall("payments: pay");
        payments.withdraw(ARTIST);
        vm.snapshotGasLastCall("payments: withdraw to a new account");
        vm.prank(vm.addr(SIGNER_KEY));
        payments.cancel(keccak256("third"));
        vm.snapshotGasLastCall("payments: cancel");
        vm.deal(ADMIN, 1 ether);
        vm.prank(ADMIN);
        payments.refund{value: 1 ether}(ORDER, BUYER, 1 ether);
        vm.snapshotGasLastCall("payments: refund with what is sent along");
        vm.deal(BUYER, 1 ether);
        vm.prank(PLATFORM);
        payments.refund(ORDER, BUYER, 0.1 ether);
        vm.snapshotGasLastCall("payments: refund of what is credited");
    }
}
