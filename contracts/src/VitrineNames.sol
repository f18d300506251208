// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {Ownable} from "@openzeppelin/contracts/access/Ownable.sol";
import {ERC165} from "@openzeppelin/contracts/utils/introspection/ERC165.sol";

/// @notice What a client reads from the registry of the Ethereum Name Service (EIP-137).
interface INameRegistry {
    /// @notice The contract that holds the records of a name; zero for a name without one.
    /// @param node The namehash of the normalized name.
    function resolver(bytes32 node) external view returns (address);
}

/// @notice What a client reads from a resolver of the Ethereum Name Service (EIP-137).
interface IAddressResolver {
    /// @notice The Ethereum address of a name; zero for a name without one.
    /// @param node The namehash of the normalized name.
    function addr(bytes32 node) external view returns (address payable);
}

/// @title Name registry and resolver in one contract, for local chains only
/// @notice Serves names that its owner sets. On a public chain use the registry of the Ethereum Name Service: only the address
/// differs.
contract VitrineNames is INameRegistry, IAddressResolver, ERC165, Ownable {
    /// @inheritdoc INameRegistry
    mapping(bytes32 node => address) public override resolver;

    /// @inheritdoc IAddressResolver
    mapping(bytes32 node => address payable) public override addr;

    /// @notice The resolver of a name changed, as EIP-137 announces it.
    event NewResolver(bytes32 indexed node, address resolver);

    /// @notice The address of a name changed, as EIP-137 announces it.
    event AddrChanged(bytes32 indexed node, address a);

    /// @param owner_ May set names.
    constructor(address owner_) Ownable(owner_) {}

    /// @notice Points a name to an address and makes this contract its resolver. Only for the owner.
    /// @param node The namehash of the normalized name.
    /// @param target Zero removes the address; the name keeps its resolver.
    function setAddr(bytes32 node, address payable target) external onlyOwner {
        addr[node] = target;
        emit AddrChanged(node, target);
        if (resolver[node] != address(this)) setResolver(node, address(this));
    }

    /// @notice Names the contract that holds the records of a name. Only for the owner.
    /// @param node The namehash of the normalized name.
    /// @param target Zero removes the name.
    function setResolver(bytes32 node, address target) public onlyOwner {
        resolver[node] = target;
        emit NewResolver(node, target);
    }

    /// @inheritdoc ERC165
    function supportsInterface(bytes4 interfaceId) public view override returns (bool) {
        return interfaceId == type(IAddressResolver).interfaceId || super.supportsInterface(interfaceId);
    }
}
