import { env } from 'cloudflare:workers'
import { stockShop } from '../support/small-shop.ts'
import { textSql } from '../support/text-sql.ts'

export const hostileName = '</script><script>alert(1)</script>&"\u2028'

export async function insertHostileContent(): Promise<void> {
  await stockShop(5)
  await env.DB.batch([
    env.DB.prepare('UPDATE operators SET title = ?').bind(hostileName),
    ...['en', 'ru'].flatMap((lang) => [
      env.DB.prepare(
        textSql('post', lang, 'borders', {
          title: hostileName,
          description: 'Short & useful',
          date: '2026-11-02',
        }),
      ),
      env.DB.prepare(
        textSql('question', lang, 'how-much', {
          question: 'How much?',
          answer: ['This much.', 'Or more.'],
        }),
      ),
    ]),
  ])
}
