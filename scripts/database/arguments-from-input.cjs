// Node loads this file before wrangler. It adds the arguments from standard input, as JSON. Every
// user of a machine can read the arguments of processes, and wrangler's contain customers'
// addresses.
const { readFileSync } = require('node:fs')
const { isMainThread } = require('node:worker_threads')

// Threads of wrangler preload this file too.
if (isMainThread) process.argv.push(...JSON.parse(readFileSync(0, 'utf8')))
