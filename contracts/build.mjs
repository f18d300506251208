// Compiles src/*.sol to abi/<Contract>.abi and .bin, and a contract of the tests to abi/abitest. `--check` writes nothing and fails where these are stale.
// Source names, settings and compiler are fixed, so the same sources give the same bytes on every machine.
import { mkdirSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import solc from "solc";

const root = fileURLToPath(new URL(".", import.meta.url));
const check = process.argv.includes("--check");
const sources = readdirSync(join(root, "src")).filter((name) => name.endsWith(".sol")).sort();
// Each source with the folder of its results. Go tests deploy the multisig on a local chain.
const files = [...sources.map((name) => [`src/${name}`, "abi"]), ["test/base/TwoOfThree.sol", "abi/abitest"]];

const input = {
  language: "Solidity",
  sources: Object.fromEntries(
    files.map(([source]) => [source, { content: readFileSync(join(root, source), "utf8") }]),
  ),
  settings: {
    evmVersion: "cancun",
    optimizer: { enabled: true, runs: 200 },
    outputSelection: { "*": { "*": ["abi", "evm.bytecode.object"] } },
  },
};

const load = (path) => {
  try {
    return { contents: readFileSync(join(root, "node_modules", path), "utf8") };
  } catch (error) {
    return { error: error.message };
  }
};

const output = JSON.parse(solc.compile(JSON.stringify(input), { import: load }));
// 2394 warns of transient storage as such, and itself calls reentrancy guards a safe use; there is no other use here.
const problems = (output.errors ?? []).filter((problem) => problem.errorCode !== "2394");
for (const problem of problems) console.error(problem.formattedMessage);
if (problems.length) process.exit(1);

const stale = [];
for (const [source, folder] of files) {
  const contract = basename(source, ".sol");
  const { abi, evm } = output.contracts[source][contract];
  mkdirSync(join(root, folder), { recursive: true });
  const results = { abi: `${JSON.stringify(abi, null, 2)}\n`, bin: `${evm.bytecode.object}\n` };
  for (const [extension, text] of Object.entries(results)) {
    const path = join(folder, `${contract}.${extension}`);
    if (!check) writeFileSync(join(root, path), text);
    else if (readIfThere(join(root, path)) !== text) stale.push(path);
  }
  const size = evm.bytecode.object.length / 2;
  console.log(`${contract}: ${size} bytes of creation code`);
}
if (stale.length) {
  console.error(`stale, run "make -C contracts gen": ${stale.join(", ")}`);
  process.exit(1);
}

function readIfThere(path) {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return null;
  }
}
