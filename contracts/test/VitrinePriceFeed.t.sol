// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {Ownable} from "@openzeppelin/contracts/access/Ownable.sol";
import {VitrinePriceFeed} from "../src/VitrinePriceFeed.sol";
import {vm} from "./base/Vm.sol";

contract VitrinePriceFeedTest {
    VitrinePriceFeed private feed;

    function setUp() public {
        feed = new VitrinePriceFeed(address(this));
    }

    function test_AnswersLikeAChainlinkFeed() public {
        vm.warp(1_800_000_000);
        feed.set(300_000_000_000);
        vm.warp(1_800_000_600);
        vm.expectEmit(address(feed));
        emit VitrinePriceFeed.AnswerUpdated(310_000_000_000, 2, 1_800_000_600);
        feed.set(310_000_000_000);

        vm.assertEq(uint256(feed.decimals()), 8);
        vm.assertEq(feed.version(), 1);
        vm.assertEq(feed.description(), "ETH / USD (Vitrine local stand-in)");
        (uint80 round, int256 answer, uint256 startedAt, uint256 updatedAt, uint80 answeredIn) = feed.latestRoundData();
        vm.assertEq(uint256(round), 2);
        vm.assertEq(answer, 310_000_000_000);
        vm.assertEq(startedAt, 1_800_000_600);
        vm.assertEq(updatedAt, 1_800_000_600);
        vm.assertEq(uint256(answeredIn), 2);
        (round, answer,, updatedAt,) = feed.getRoundData(1);
        vm.assertEq(uint256(round), 1);
        vm.assertEq(answer, 300_000_000_000);
        vm.assertEq(updatedAt, 1_800_000_000);
    }

    function test_RoundsThatAreNotThereRevert() public {
        bytes memory reason = abi.encodeWithSelector(VitrinePriceFeed.NoDataPresent.selector);
        vm.expectRevert(reason);
        feed.latestRoundData();
        feed.set(1);
        vm.expectRevert(reason);
        feed.getRoundData(0);
        vm.expectRevert(reason);
        feed.getRoundData(2);
    }

    function testFuzz_APriceIsAboveZero(int256 answer) public {
        if (answer <= 0) vm.expectRevert(abi.encodeWithSelector(VitrinePriceFeed.InvalidAnswer.selector, answer));
        feed.set(answer);
    }

    function testFuzz_OnlyTheOwnerSets(address caller) public {
        vm.assume(caller != address(this));
        vm.expectRevert(abi.encodeWithSelector(Ownable.OwnableUnauthorizedAccount.selector, caller));
        vm.prank(caller);
        feed.set(1);
    }
}
