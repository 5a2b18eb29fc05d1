// A plain static file server, as hosts are that know nothing of us: files below a path, types by ending, compressed.

import { createServer } from 'node:http';
import { readFile } from 'node:fs/promises';
import { extname, join, normalize } from 'node:path';
import { gzipSync } from 'node:zlib';

/** The path below which the folder lies: no address of a page may begin at the root of its host. */
const BELOW = '/some/where/';

const TYPES = /** @type {Record<string, string>} */ ({
  '.html': 'text/html; charset=utf-8', '.js': 'text/javascript', '.css': 'text/css', '.svg': 'image/svg+xml', '.png': 'image/png', '.json': 'application/json', '.wasm': 'application/wasm', '.webmanifest': 'application/manifest+json',
});

/**
 * @param {string} folder
 * @param {{headers?: Record<string, string>}} [options] headers that every answer has
 */
export async function serveFolder(folder, { headers = {} } = {}) {
  /** Bytes sent for each path. @type {Map<string, number>} */
  const sent = new Map();
  let root = folder;
  const server = createServer(async (request, response) => {
    const path = decodeURIComponent(new URL(request.url ?? '/', 'http://localhost').pathname);
    const name = path.startsWith(BELOW) ? normalize(path.slice(BELOW.length)) || 'index.html' : '..';
    const content = name.startsWith('..') ? null : await readFile(join(root, name === './' || name === '.' ? 'index.html' : name)).catch(() => null);
    if (!content) {
      response.writeHead(404).end();
      return;
    }
    const body = gzipSync(content);
    sent.set(name, (sent.get(name) ?? 0) + body.length);
    const type = TYPES[extname(name === '.' || name === './' ? 'index.html' : name)] ?? 'application/octet-stream';
    response.writeHead(200, { 'content-type': type, 'content-encoding': 'gzip', 'cache-control': 'max-age=600', ...headers }).end(body);
  });
  await new Promise((resolve) => { server.listen(0, '127.0.0.1', () => resolve(undefined)); });
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  return {
    address: `http://127.0.0.1:${port}${BELOW}`,
    sent,
    /** Another version of the folder from now on. */
    swap: (/** @type {string} */ other) => { root = other; },
    stop: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
