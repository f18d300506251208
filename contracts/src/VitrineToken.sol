// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {
    AccessControlDefaultAdminRules
} from "@openzeppelin/contracts/access/extensions/AccessControlDefaultAdminRules.sol";
import {IERC4906} from "@openzeppelin/contracts/interfaces/IERC4906.sol";
import {IERC165} from "@openzeppelin/contracts/interfaces/IERC165.sol";
import {ERC721} from "@openzeppelin/contracts/token/ERC721/ERC721.sol";
import {ERC2981} from "@openzeppelin/contracts/token/common/ERC2981.sol";

/// @title The tokens of Vitrine's editions
/// @notice One ERC-721 token per numbered copy of an artwork:
/// `tokenId = artworkId * 1_000_000 + edition`, with editions counted from 1.
/// @dev Royalties follow ERC-2981, metadata notices ERC-4906 and collection metadata ERC-7572. Tokens are never burnt
/// and the code is never replaced: what a collector holds cannot be taken back by the platform. There is one admin. Its role moves in two
/// steps, `beginDefaultAdminTransfer` and, a day later, `acceptDefaultAdminTransfer` by the new one.
contract VitrineToken is ERC721, ERC2981, AccessControlDefaultAdminRules, IERC4906 {
    /// @notice May mint.
    bytes32 public constant MINTER_ROLE = keccak256("MINTER_ROLE");

    /// @notice May set royalties.
    bytes32 public constant ROYALTY_ROLE = keccak256("ROYALTY_ROLE");

    /// @notice Editions that the number space of one artwork holds, the unused edition 0 included.
    uint256 public constant EDITIONS_PER_ARTWORK = 1_000_000;

    string private _base;
    string private _contractURI;

    /// @notice The collection's own metadata moved (ERC-7572).
    event ContractURIUpdated();

    /// @notice The edition has its token already.
    error AlreadyMinted(uint256 tokenId);

    /// @notice Not `artworkId * 1_000_000 + edition` with both counted from 1, or above 2^63 - 1.
    error InvalidTokenId(uint256 tokenId);

    /// @param name_ Name of the collection.
    /// @param symbol_ Symbol of the collection.
    /// @param baseURI_ Prefix of every token's metadata address, ending in a slash.
    /// @param contractURI_ Address of the collection's metadata (ERC-7572).
    /// @param admin Gets DEFAULT_ADMIN_ROLE (addresses of metadata, all roles) and ROYALTY_ROLE.
    /// @param minter Gets MINTER_ROLE.
    constructor(
        string memory name_,
        string memory symbol_,
        string memory baseURI_,
        string memory contractURI_,
        address admin,
        address minter
    ) ERC721(name_, symbol_) AccessControlDefaultAdminRules(1 days, admin) {
        _base = baseURI_;
        _contractURI = contractURI_;
        _grantRole(ROYALTY_ROLE, admin);
        _grantRole(MINTER_ROLE, minter);
    }

    /// @notice Makes the token of one edition. Needs MINTER_ROLE.
    /// @dev A receiver with code must accept it (`onERC721Received`), or the mint reverts. Repeating a mint reverts with
    /// {AlreadyMinted}, so a caller that lost the answer may safely send it again.
    /// @param to First owner; not the zero address.
    /// @param tokenId `artworkId * 1_000_000 + edition`, else {InvalidTokenId}.
    function mint(address to, uint256 tokenId) external onlyRole(MINTER_ROLE) {
        if (
            tokenId < EDITIONS_PER_ARTWORK || tokenId % EDITIONS_PER_ARTWORK == 0
                || tokenId > uint256(uint64(type(int64).max))
        ) revert InvalidTokenId(tokenId);
        if (_ownerOf(tokenId) != address(0)) revert AlreadyMinted(tokenId);
        _safeMint(to, tokenId);
    }

    /// @notice Whether the edition has its token.
    function exists(uint256 tokenId) external view returns (bool) {
        return _ownerOf(tokenId) != address(0);
    }

    /// @notice The hash that a live work draws this edition from: keccak256 of the token id as 32 big-endian bytes.
    /// @dev Nothing else goes in, so that every edition can be drawn and proven before it is minted, and by anybody after
    /// the gallery is gone. It promises no chance: it is known from the start, and it answers for numbers that are no token.
    /// @param tokenId `artworkId * 1_000_000 + edition`, minted or not.
    function tokenHash(uint256 tokenId) public pure returns (bytes32) {
        return keccak256(abi.encode(tokenId));
    }

    /// @notice Royalty of every token without its own. Needs ROYALTY_ROLE.
    /// @param receiver Who is paid; not the zero address.
    /// @param basisPoints Hundredths of a percent of the sale price, at most 10,000.
    function setDefaultRoyalty(address receiver, uint96 basisPoints) external onlyRole(ROYALTY_ROLE) {
        _setDefaultRoyalty(receiver, basisPoints);
    }

    /// @notice Royalty of one token, before or after its mint. Needs ROYALTY_ROLE.
    /// @param tokenId The token.
    /// @param receiver Who is paid; not the zero address.
    /// @param basisPoints Hundredths of a percent of the sale price, at most 10,000.
    function setTokenRoyalty(uint256 tokenId, address receiver, uint96 basisPoints) external onlyRole(ROYALTY_ROLE) {
        _setTokenRoyalty(tokenId, receiver, basisPoints);
    }

    /// @notice Moves the metadata of all tokens. Needs DEFAULT_ADMIN_ROLE.
    /// @param baseURI_ New prefix, ending in a slash.
    function setBaseURI(string calldata baseURI_) external onlyRole(DEFAULT_ADMIN_ROLE) {
        _base = baseURI_;
        emit BatchMetadataUpdate(0, type(uint256).max);
    }

    /// @notice Moves the metadata of the collection. Needs DEFAULT_ADMIN_ROLE.
    /// @param contractURI_ New address (ERC-7572).
    function setContractURI(string calldata contractURI_) external onlyRole(DEFAULT_ADMIN_ROLE) {
        _contractURI = contractURI_;
        emit ContractURIUpdated();
    }

    /// @notice Prefix of every token's metadata address.
    function baseURI() external view returns (string memory) {
        return _base;
    }

    /// @notice Address of the collection's metadata (ERC-7572).
    function contractURI() external view returns (string memory) {
        return _contractURI;
    }

    /// @inheritdoc IERC165
    function supportsInterface(bytes4 interfaceId)
        public
        view
        override(ERC721, ERC2981, AccessControlDefaultAdminRules, IERC165)
        returns (bool)
    {
        // ERC-4906 fixes 0x49064906; the Solidity interface has only events and no identifier of its own.
        return interfaceId == bytes4(0x49064906) || super.supportsInterface(interfaceId);
    }

    /// @dev {tokenURI} is this and the decimal token id.
    function _baseURI() internal view override returns (string memory) {
        return _base;
    }
}
