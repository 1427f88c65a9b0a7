import { createHash } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { z } from 'zod'
import { passwordBounds } from '../../src/kit/limits.shared.ts'

/**
 * `npm run generate -- passwords passwords.json` writes the filter of common passwords from a JSON list of
 * passwords, the most common first. The list in use is `passwords.json` of
 * @zxcvbn-ts/language-common 4.1.3 (MIT), made from leaked passwords.
 */
const count = 3000
const bytesPerPassword = 3
const target = 'src/accounts/common-password-hashes.json'

const [list = ''] = process.argv.slice(2)
const passwords = z.array(z.string()).parse(JSON.parse(await readFile(list, 'utf8')))
const lowered = [...new Set(passwords.map((each) => each.toLowerCase()))]
const allowed = lowered.filter(({ length }) => length >= passwordBounds.min).slice(0, count)
const hashes = allowed
  .map((each) => createHash('sha256').update(each).digest().subarray(0, bytesPerPassword))
  .toSorted((a, b) => Buffer.compare(a, b))
const text = { hashes: Buffer.concat(hashes).toString('base64') }
await writeFile(target, `${JSON.stringify(text, null, 2)}\n`)
console.log(`${target}: ${allowed.length} passwords`)
