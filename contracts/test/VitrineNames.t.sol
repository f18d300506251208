// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {Ownable} from "@openzeppelin/contracts/access/Ownable.sol";
import {VitrineNames} from "../src/VitrineNames.sol";
import {vm} from "./base/Vm.sol";

contract VitrineNamesTest {
    VitrineNames private names;

    function setUp() public {
        names = new VitrineNames(address(this));
    }

    function testFuzz_ANamePointsToItsAddress(bytes32 node, address payable first, address payable second) public {
        vm.assertEq(names.resolver(node), address(0));
        vm.expectEmit(address(names));
        emit VitrineNames.AddrChanged(node, first);
        vm.expectEmit(address(names));
        emit VitrineNames.NewResolver(node, address(names));
        names.setAddr(node, first);
        vm.assertEq(names.resolver(node), address(names));
        vm.assertEq(names.addr(node), first);

        vm.recordLogs();
        names.setAddr(node, second);
        vm.assertEq(names.addr(node), second);
        vm.assertEq(vm.getRecordedLogs().length, 1);
    }

    function testFuzz_AnotherResolverMayHoldTheRecords(bytes32 node, address target) public {
        vm.expectEmit(address(names));
        emit VitrineNames.NewResolver(node, target);
        names.setResolver(node, target);
        vm.assertEq(names.resolver(node), target);
        names.setAddr(node, payable(address(1)));
        vm.assertEq(names.resolver(node), address(names));
    }

    function testFuzz_OnlyTheOwnerSets(address caller, bytes32 node) public {
        vm.assume(caller != address(this));
        bytes memory reason = abi.encodeWithSelector(Ownable.OwnableUnauthorizedAccount.selector, caller);
        vm.expectRevert(reason);
        vm.prank(caller);
        names.setAddr(node, payable(caller));
        vm.expectRevert(reason);
        vm.prank(caller);
        names.setResolver(node, caller);
    }

    function test_TellsWhatItIs() public view {
        vm.assertTrue(names.supportsInterface(0x01ffc9a7));
        vm.assertTrue(names.supportsInterface(0x3b3b57de)); // EIP-137: addr(bytes32)
        vm.assertFalse(names.supportsInterface(0xffffffff));
    }
}
