// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

/// @notice The cheatcodes of forge that these tests use, with forge's own names. The full list is in the Foundry book.
interface Vm {
    function addr(uint256 privateKey) external pure returns (address);
    function sign(uint256 privateKey, bytes32 digest) external pure returns (uint8 v, bytes32 r, bytes32 s);
    function prank(address sender) external;
    function deal(address account, uint256 balance) external;
    function warp(uint256 timestamp) external;
    function chainId(uint256 id) external;
    function assume(bool condition) external pure;
    function expectEmit(address emitter) external;
    function expectRevert(bytes calldata reason) external;
    function expectRevert() external;
    function recordLogs() external;
    function getRecordedLogs() external returns (Log[] memory);
    function snapshotGasLastCall(string calldata name) external returns (uint256);
    function assertTrue(bool value) external pure;
    function assertFalse(bool value) external pure;
    function assertEq(uint256 left, uint256 right) external pure;
    function assertEq(int256 left, int256 right) external pure;
    function assertEq(address left, address right) external pure;
    function assertEq(bytes32 left, bytes32 right) external pure;
    function assertEq(string calldata left, string calldata right) external pure;

    struct Log {
        bytes32[] topics;
        bytes data;
        address emitter;
    }
}

/// @dev Where forge answers cheatcodes: the address of keccak256("hevm cheat code").
Vm constant vm = Vm(address(uint160(uint256(keccak256("hevm cheat code")))));

/// @notice A random value moved into min..max, both included; a value that is inside already stays as it is.
function bound(uint256 value, uint256 min, uint256 max) pure returns (uint256) {
    return value >= min && value <= max ? value : min + value % (max - min + 1);
}
