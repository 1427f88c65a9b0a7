import { env } from 'cloudflare:workers'
import { stockShop } from '../support/small-shop.ts'

export const hostileName = '</script><script>alert(1)</script>&"\u2028'

export async function insertHostileContent(): Promise<void> {
  await stockShop(5)
  await env.DB.batch([
    env.DB.prepare('UPDATE operators SET title = ?').bind(hostileName),
    ...['en', 'ru'].flatMap((lang) => [
      env.DB.prepare(
        `INSERT INTO posts (lang, id, title, description, date, body) VALUES (?, 'borders', ?, 'Short & useful', '2026-11-02', 'Text')`,
      ).bind(lang, hostileName),
      env.DB.prepare(
        `INSERT INTO faq_questions (lang, position, block_ident, block_title, ident, question, answer) VALUES (?, 0, 'choosing', 'Choosing', 'how-much', 'How much?', '["This much.", "Or more."]')`,
      ).bind(lang),
    ]),
  ])
}
