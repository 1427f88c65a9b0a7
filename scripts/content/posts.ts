import { existsSync } from 'node:fs'
import { readFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { postID } from '../../src/texts/operations.ts'

/** The front matter of a post: `key: value` lines between two `---`. */
const postHead = z.object({
  id: postID,
  title: z.string().min(1),
  description: z.string().min(1),
  date: z.iso.date(),
})
export type PostFile = z.output<typeof postHead> & { readonly body: string }

export async function readPosts(lang: string): Promise<PostFile[]> {
  const folder = join('content', lang, 'blog')
  const names = existsSync(folder) ? await readdir(folder) : []
  const files = names.filter((file) => file.endsWith('.md'))
  const posts = await Promise.all(
    files.map(async (file) => readPost(file, await readFile(join(folder, file), 'utf8'))),
  )
  return posts.toSorted((a, b) => (a.date < b.date ? 1 : -1))
}

function readPost(file: string, text: string): PostFile {
  const [, head = '', body = ''] = /^---\n(.*?)\n---\n(.*)$/s.exec(text) ?? []
  const lines = head
    .split('\n')
    .map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1).trim()])
  const parsed = postHead.safeParse(Object.fromEntries(lines))
  if (!parsed.success) throw new Error(`${file}: ${z.prettifyError(parsed.error)}`)
  if (`${parsed.data.id}.md` !== file)
    throw new Error(
      `${file}: the id ${parsed.data.id} must be the file's name without .md. Change one of them.`,
    )
  return { ...parsed.data, body: body.trim() }
}
