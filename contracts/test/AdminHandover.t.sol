// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {IAccessControl} from "@openzeppelin/contracts/access/IAccessControl.sol";
import {
    IAccessControlDefaultAdminRules
} from "@openzeppelin/contracts/access/extensions/IAccessControlDefaultAdminRules.sol";
import {VitrinePayments} from "../src/VitrinePayments.sol";
import {VitrineToken} from "../src/VitrineToken.sol";
import {TwoOfThree} from "./base/TwoOfThree.sol";
import {vm} from "./base/Vm.sol";

/// @notice The handover of the admin's roles to a multisig, step by step as docs/operating/security.md describes it.
contract AdminHandoverTest {
    address private constant DEPLOYER = address(0xDE9);
    address private constant MINTER = address(0x317);
    address private constant SIGNER = address(0x516);
    address private constant NEXT_MINTER = address(0x318);
    address private constant THIEF = address(0x7F);
    uint256 private constant TOKEN = 42_000_003;
    uint256 private constant WAIT = 1 days;

    uint256[3] private keys = [uint256(0xA11CE), 0xB0B, 0xCA401];
    VitrineToken private token;
    VitrinePayments private payments;
    TwoOfThree private safe;
    bytes32 private admin;

    function setUp() public {
        token = new VitrineToken("Vitrine", "VITRINE", "https://a.example/", "https://a.example/c", DEPLOYER, MINTER);
        payments = new VitrinePayments(DEPLOYER, SIGNER, DEPLOYER);
        safe = new TwoOfThree([vm.addr(keys[0]), vm.addr(keys[1]), vm.addr(keys[2])]);
        admin = token.DEFAULT_ADMIN_ROLE();
    }

    function test_TheMultisigTakesOver() public {
        bytes32 royalty = token.ROYALTY_ROLE();
        _begin(address(safe));
        // Until the multisig has accepted, everything is as it was.
        vm.assertEq(token.defaultAdmin(), DEPLOYER);
        vm.assertEq(payments.defaultAdmin(), DEPLOYER);
        vm.warp(block.timestamp + WAIT + 1);
        _accept();
        vm.assertEq(token.owner(), address(safe));
        vm.assertTrue(token.hasRole(admin, address(safe)));
        vm.assertTrue(payments.hasRole(admin, address(safe)));
        vm.assertFalse(token.hasRole(admin, DEPLOYER));
        vm.assertFalse(token.hasRole(royalty, DEPLOYER));
        vm.assertFalse(payments.hasRole(admin, DEPLOYER));

        vm.expectRevert(_unauthorized(DEPLOYER, admin));
        vm.prank(DEPLOYER);
        token.setBaseURI("https://thief.example/");
        vm.expectRevert(_unauthorized(DEPLOYER, admin));
        vm.prank(DEPLOYER);
        payments.pause();

        // What the admin is for still works, with two people.
        _act(address(payments), abi.encodeCall(payments.pause, ()));
        vm.assertTrue(payments.paused());
        _act(address(payments), abi.encodeCall(payments.unpause, ()));
        _act(address(token), abi.encodeCall(token.setDefaultRoyalty, (address(safe), 500)));
        _act(address(token), abi.encodeCall(token.setBaseURI, ("https://b.example/")));
        vm.assertEq(token.baseURI(), "https://b.example/");
    }

    function test_TheMultisigReplacesTheMinter() public {
        _begin(address(safe));
        vm.warp(block.timestamp + WAIT + 1);
        _accept();
        bytes32 minter = token.MINTER_ROLE();
        _act(address(token), abi.encodeCall(IAccessControl.grantRole, (minter, NEXT_MINTER)));
        _act(address(token), abi.encodeCall(IAccessControl.revokeRole, (minter, MINTER)));
        vm.prank(NEXT_MINTER);
        token.mint(NEXT_MINTER, TOKEN);
        vm.expectRevert(_unauthorized(MINTER, minter));
        vm.prank(MINTER);
        token.mint(MINTER, TOKEN + 1);
    }

    function test_OneOwnerAloneChangesNothing() public {
        _begin(address(safe));
        vm.warp(block.timestamp + WAIT + 1);
        bytes memory data = abi.encodeCall(token.acceptDefaultAdminTransfer, ());
        bytes[] memory signatures = new bytes[](1);
        signatures[0] = _sign(keys[0], address(token), data);
        vm.expectRevert(abi.encodeWithSelector(TwoOfThree.NotEnoughOwners.selector));
        safe.execute(address(token), data, signatures);

        signatures = new bytes[](2);
        signatures[0] = _sign(keys[0], address(token), data);
        signatures[1] = signatures[0];
        vm.expectRevert(abi.encodeWithSelector(TwoOfThree.NotEnoughOwners.selector));
        safe.execute(address(token), data, signatures);

        signatures[1] = _sign(0xBAD, address(token), data);
        vm.expectRevert(abi.encodeWithSelector(TwoOfThree.NotEnoughOwners.selector));
        safe.execute(address(token), data, signatures);
        vm.assertEq(token.defaultAdmin(), DEPLOYER);
    }

    /// @dev An address that can't act never accepts, so the deployer keeps the role and starts again.
    function test_AWrongAddressLocksNobodyOut() public {
        _begin(address(0x404));
        vm.warp(block.timestamp + WAIT + 1);
        _begin(address(safe));
        vm.warp(block.timestamp + WAIT + 1);
        vm.expectRevert(
            abi.encodeWithSelector(
                IAccessControlDefaultAdminRules.AccessControlInvalidDefaultAdmin.selector, address(0x404)
            )
        );
        vm.prank(address(0x404));
        token.acceptDefaultAdminTransfer();
        _accept();
        vm.assertEq(token.defaultAdmin(), address(safe));
    }

    /// @dev A thief who has the admin's key has to wait a day, in which the owner can call it off.
    function test_AThiefWaits() public {
        _begin(THIEF);
        vm.warp(block.timestamp + WAIT); // the last second of the wait
        vm.expectRevert(
            abi.encodeWithSelector(
                IAccessControlDefaultAdminRules.AccessControlEnforcedDefaultAdminDelay.selector, block.timestamp
            )
        );
        vm.prank(THIEF);
        token.acceptDefaultAdminTransfer();
        vm.prank(DEPLOYER);
        token.cancelDefaultAdminTransfer();
        vm.warp(block.timestamp + WAIT + 1);
        vm.expectRevert(
            abi.encodeWithSelector(IAccessControlDefaultAdminRules.AccessControlInvalidDefaultAdmin.selector, THIEF)
        );
        vm.prank(THIEF);
        token.acceptDefaultAdminTransfer();
    }

    /// @dev There is no way around the two steps.
    function test_TheRoleIsNeitherGrantedNorRevoked() public {
        bytes memory rules =
            abi.encodeWithSelector(IAccessControlDefaultAdminRules.AccessControlEnforcedDefaultAdminRules.selector);
        vm.expectRevert(rules);
        vm.prank(DEPLOYER);
        token.grantRole(admin, THIEF);
        vm.expectRevert(rules);
        vm.prank(DEPLOYER);
        token.revokeRole(admin, DEPLOYER);
        vm.expectRevert(rules);
        vm.prank(DEPLOYER);
        payments.grantRole(admin, THIEF);
        vm.expectRevert(rules);
        vm.prank(DEPLOYER);
        payments.revokeRole(admin, DEPLOYER);
    }

    /// @dev The first step, with the deployer's key.
    function _begin(address next) private {
        vm.prank(DEPLOYER);
        token.beginDefaultAdminTransfer(next);
        vm.prank(DEPLOYER);
        payments.beginDefaultAdminTransfer(next);
    }

    /// @dev The second step, by the multisig. Royalties are a separate role.
    function _accept() private {
        _act(address(token), abi.encodeCall(token.acceptDefaultAdminTransfer, ()));
        _act(address(payments), abi.encodeCall(payments.acceptDefaultAdminTransfer, ()));
        bytes32 royalty = token.ROYALTY_ROLE();
        _act(address(token), abi.encodeCall(IAccessControl.grantRole, (royalty, address(safe))));
        _act(address(token), abi.encodeCall(IAccessControl.revokeRole, (royalty, DEPLOYER)));
    }

    /// @dev Calls a contract as the multisig, signed by the first and the last owner.
    function _act(address to, bytes memory data) private {
        bytes[] memory signatures = new bytes[](2);
        signatures[0] = _sign(keys[0], to, data);
        signatures[1] = _sign(keys[2], to, data);
        safe.execute(to, data, signatures);
    }

    function _sign(uint256 key, address to, bytes memory data) private view returns (bytes memory) {
        (uint8 v, bytes32 r, bytes32 s) = vm.sign(key, safe.digest(to, data));
        return abi.encodePacked(r, s, v);
    }

    function _unauthorized(address account, bytes32 role) private pure returns (bytes memory) {
        return abi.encodeWithSelector(IAccessControl.AccessControlUnauthorizedAccount.selector, account, role);
    }
}
