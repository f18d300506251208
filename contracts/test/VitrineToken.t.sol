// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {IAccessControl} from "@openzeppelin/contracts/access/IAccessControl.sol";
import {IERC4906} from "@openzeppelin/contracts/interfaces/IERC4906.sol";
import {IERC721} from "@openzeppelin/contracts/token/ERC721/IERC721.sol";
import {IERC721Errors} from "@openzeppelin/contracts/interfaces/draft-IERC6093.sol";
import {VitrineToken} from "../src/VitrineToken.sol";
import {bound, vm} from "./base/Vm.sol";

contract VitrineTokenTest {
    address private constant ADMIN = address(0xAD);
    address private constant MINTER = address(0x317);
    address private constant VAULT = address(0x7A017);
    address private constant ARTIST = address(0xA2715);
    uint256 private constant TOKEN = 42_000_003;
    bytes32 private constant HASH_64_1 = 0x54e54966b0895ae64a0dd408a045e1494244289578408f4aa37879f1e6e9f721;
    bytes32 private constant HASH_64_50 = 0xf5d5ce003d63c7f50aba7745c62f266d0b4ae3a048d566b5c4a327816f41f8e3;
    bytes32 private constant HASH_LAST = 0xb9b4a3f1a046a3554296d8f871ec0f3c7fc8d060401ae6d3f3a9e0fa72b9e009;

    VitrineToken private token;

    function setUp() public {
        token = new VitrineToken(
            "Vitrine", "VITRINE", "https://gallery.example/tokens/", "https://gallery.example/collection", ADMIN, MINTER
        );
    }

    function test_MintGivesTheTokenAndAnnouncesIt() public {
        vm.assertFalse(token.exists(TOKEN));
        vm.expectEmit(address(token));
        emit IERC721.Transfer(address(0), VAULT, TOKEN);
        _mint(VAULT, TOKEN);
        vm.assertEq(token.ownerOf(TOKEN), VAULT);
        vm.assertTrue(token.exists(TOKEN));
    }

    function testFuzz_MintingTwiceReverts(uint256 artwork, uint256 edition, address other) public {
        uint256 tokenId = _tokenId(artwork, edition);
        _mint(VAULT, tokenId);
        vm.expectRevert(abi.encodeWithSelector(VitrineToken.AlreadyMinted.selector, tokenId));
        _mint(other, tokenId);
        vm.assertEq(token.ownerOf(tokenId), VAULT);
    }

    function test_MintingTwiceRevertsAfterATransferToo() public {
        _mint(VAULT, TOKEN);
        vm.prank(VAULT);
        token.safeTransferFrom(VAULT, ARTIST, TOKEN);
        vm.expectRevert(abi.encodeWithSelector(VitrineToken.AlreadyMinted.selector, TOKEN));
        _mint(VAULT, TOKEN);
    }

    function testFuzz_OnlyAMinterMints(address caller) public {
        vm.assume(caller != MINTER);
        bytes memory reason = _unauthorized(caller, token.MINTER_ROLE());
        vm.expectRevert(reason);
        vm.prank(caller);
        token.mint(VAULT, TOKEN);
    }

    function test_NumbersThatAreNoEditionRevert() public {
        uint256[5] memory wrong =
            [uint256(0), 999_999, 1_000_000, 42_000_000, uint256(uint64(type(int64).max)) + 1];
        for (uint256 i = 0; i < wrong.length; i++) {
            vm.expectRevert(abi.encodeWithSelector(VitrineToken.InvalidTokenId.selector, wrong[i]));
            _mint(VAULT, wrong[i]);
        }
        _mint(VAULT, 1_000_001);
        _mint(VAULT, uint256(uint64(type(int64).max)));
    }

    function test_MintToTheZeroAddressOrAContractThatCannotHoldTokensReverts() public {
        vm.expectRevert(abi.encodeWithSelector(IERC721Errors.ERC721InvalidReceiver.selector, address(0)));
        _mint(address(0), TOKEN);
        vm.expectRevert(abi.encodeWithSelector(IERC721Errors.ERC721InvalidReceiver.selector, address(token)));
        _mint(address(token), TOKEN);
    }

    function test_MetadataAddresses() public {
        _mint(VAULT, TOKEN);
        vm.assertEq(token.tokenURI(TOKEN), "https://gallery.example/tokens/42000003");
        vm.assertEq(token.baseURI(), "https://gallery.example/tokens/");
        vm.assertEq(token.contractURI(), "https://gallery.example/collection");

        vm.expectEmit(address(token));
        emit IERC4906.BatchMetadataUpdate(0, type(uint256).max);
        vm.prank(ADMIN);
        token.setBaseURI("ipfs://folder/");
        vm.assertEq(token.tokenURI(TOKEN), "ipfs://folder/42000003");

        vm.expectEmit(address(token));
        emit VitrineToken.ContractURIUpdated();
        vm.prank(ADMIN);
        token.setContractURI("ipfs://collection");
        vm.assertEq(token.contractURI(), "ipfs://collection");
    }

    function test_TokenUriOfNoTokenReverts() public {
        vm.expectRevert(abi.encodeWithSelector(IERC721Errors.ERC721NonexistentToken.selector, TOKEN));
        token.tokenURI(TOKEN);
    }

    /// @dev The same numbers as vectors/token-hashes.json, which the other implementations are held to.
    function test_HashesOfTokens() public view {
        vm.assertEq(token.tokenHash(64_000_001), HASH_64_1);
        vm.assertEq(token.tokenHash(64_000_050), HASH_64_50);
        vm.assertEq(token.tokenHash(uint256(uint64(type(int64).max))), HASH_LAST);
    }

    function testFuzz_HashIsOfThe32BytesAlone(uint256 tokenId) public {
        bytes32 before = token.tokenHash(tokenId);
        vm.assertEq(before, keccak256(abi.encodePacked(bytes32(tokenId))));
        tokenId = _tokenId(tokenId, tokenId);
        before = token.tokenHash(tokenId);
        _mint(VAULT, tokenId);
        VitrineToken other = new VitrineToken("Other", "O", "", "", ADMIN, MINTER);
        vm.assertEq(token.tokenHash(tokenId), before);
        vm.assertEq(other.tokenHash(tokenId), before);
        vm.assertTrue(before != token.tokenHash(tokenId + 1));
    }

    function testFuzz_Royalties(uint96 basisPoints, uint256 price) public {
        basisPoints = uint96(bound(basisPoints, 0, 10_000));
        price = bound(price, 0, type(uint128).max);
        vm.prank(ADMIN);
        token.setDefaultRoyalty(ADMIN, 250);
        vm.prank(ADMIN);
        token.setTokenRoyalty(TOKEN, ARTIST, basisPoints);

        (address receiver, uint256 royalty) = token.royaltyInfo(TOKEN, price);
        vm.assertEq(receiver, ARTIST);
        vm.assertEq(royalty, price * basisPoints / 10_000);
        (receiver, royalty) = token.royaltyInfo(TOKEN + 1, 10_000);
        vm.assertEq(receiver, ADMIN);
        vm.assertEq(royalty, 250);
    }

    function test_RoyaltiesAboveTheWholePriceRevert() public {
        vm.expectRevert();
        vm.prank(ADMIN);
        token.setDefaultRoyalty(ARTIST, 10_001);
        vm.expectRevert();
        vm.prank(ADMIN);
        token.setTokenRoyalty(TOKEN, ARTIST, 10_001);
    }

    function testFuzz_OnlyTheRightRoleMayAdminister(address caller) public {
        vm.assume(caller != ADMIN);
        bytes memory royalty = _unauthorized(caller, token.ROYALTY_ROLE());
        bytes memory admin = _unauthorized(caller, token.DEFAULT_ADMIN_ROLE());
        vm.expectRevert(royalty);
        vm.prank(caller);
        token.setDefaultRoyalty(caller, 1);
        vm.expectRevert(royalty);
        vm.prank(caller);
        token.setTokenRoyalty(TOKEN, caller, 1);
        vm.expectRevert(admin);
        vm.prank(caller);
        token.setBaseURI("x");
        vm.expectRevert(admin);
        vm.prank(caller);
        token.setContractURI("x");
    }

    function test_SupportedInterfaces() public view {
        vm.assertTrue(token.supportsInterface(0x01ffc9a7)); // ERC-165
        vm.assertTrue(token.supportsInterface(0x80ac58cd)); // ERC-721
        vm.assertTrue(token.supportsInterface(0x5b5e139f)); // ERC-721 metadata
        vm.assertTrue(token.supportsInterface(0x2a55205a)); // ERC-2981
        vm.assertTrue(token.supportsInterface(0x49064906)); // ERC-4906
        vm.assertTrue(token.supportsInterface(type(IAccessControl).interfaceId));
        vm.assertFalse(token.supportsInterface(0xffffffff));
    }

    function _mint(address to, uint256 tokenId) private {
        vm.prank(MINTER);
        token.mint(to, tokenId);
    }

    function _tokenId(uint256 artwork, uint256 edition) private pure returns (uint256) {
        return bound(artwork, 1, 9_000_000_000_000) * 1_000_000 + bound(edition, 1, 999_999);
    }

    function _unauthorized(address caller, bytes32 role) private pure returns (bytes memory) {
        return abi.encodeWithSelector(IAccessControl.AccessControlUnauthorizedAccount.selector, caller, role);
    }
}
