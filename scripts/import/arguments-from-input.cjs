// Preloaded before wrangler: adds the arguments from standard input, as JSON. Every user of a machine
// can read the arguments of its processes, and those of wrangler contain addresses of customers.
const { readFileSync } = require('node:fs')
const { isMainThread } = require('node:worker_threads')

// Threads of wrangler preload this file too.
if (isMainThread) process.argv.push(...JSON.parse(readFileSync(0, 'utf8')))
