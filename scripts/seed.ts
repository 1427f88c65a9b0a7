import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { faq as faqEn } from '../content/en/faq.ts'
import { faq as faqRu } from '../content/ru/faq.ts'
import type { FaqBlock } from '../content/shape.ts'
import { secretID } from '../src/shared/domain/secret-id.ts'
import { readCatalogue } from './import/catalogue.ts'
import { catalogueSql } from './import/catalogue-sql.ts'
import { insertRows } from './import/sql.ts'
import { readStock, stockSql } from './import/stock.ts'
import { describeProblem } from './import/table.ts'
import type { Problem } from './import/table.ts'
import { readPosts } from './posts.ts'

const catalogueFiles = ['countries', 'regions', 'operators', 'plans'].map(
  (name) => `catalogue/${name}.csv`,
)
const stockFile = 'catalogue/stock.csv'
/** Every file the sample shop is made from. */
export const seedFiles = [...catalogueFiles, stockFile]

/** Statements for a new shop: the sample catalogue and stock, and one eSIM bought a while ago and in use. */
export async function seedSql(now: Date): Promise<{ statements: string[]; sampleHash: string }> {
  const files = await Promise.all(catalogueFiles.map(readSource))
  const { catalogue, problems } = readCatalogue(files, {
    countries: new Set(),
    regions: new Set(),
    operators: new Set(),
  })
  const tariffs = new Set(catalogue.plans?.map(({ tariffID }) => tariffID))
  const stock = readStock(await readSource(stockFile), { tariffs, codes: new Map() })
  refuse([...problems, ...stock.problems])
  const sample = stock.added.find(({ tariffID }) => tariffID === 'tr-turkcell-10gb-30d')
  if (!sample)
    throw new Error('the sample eSIM needs a code for tr-turkcell-10gb-30d in catalogue/stock.csv')
  const sampleHash = secretID()
  const bought = sampleEsim(sampleHash, sample.iccid, sample.tariffID, now)
  return {
    statements: [
      ...catalogueSql(catalogue),
      ...stockSql(stock.added),
      ...bought,
      ...faqSql('en', faqEn),
      ...faqSql('ru', faqRu),
      ...(await postsSql('en')),
      ...(await postsSql('ru')),
    ],
    sampleHash,
  }
}

async function readSource(path: string) {
  return { name: basename(path), text: await readFile(path, 'utf8') }
}

function refuse(problems: readonly Problem[]): void {
  if (problems.length > 0)
    throw new Error(`The sample catalogue is broken:\n${problems.map(describeProblem).join('\n')}`)
}

/** Questions start as the shop's own texts and live in the database from there. */
function faqSql(lang: string, blocks: readonly FaqBlock[]): string[] {
  const rows = blocks.flatMap((block) => block.questions.map((question) => ({ block, question })))
  return insertRows(
    'faq_questions',
    ['lang', 'position', 'block_ident', 'block_title', 'ident', 'question', 'answer'],
    rows.map(({ block, question }, position) => [
      lang,
      position,
      block.ident,
      block.title,
      question.ident,
      question.question,
      JSON.stringify(question.answer),
    ]),
  )
}

async function postsSql(lang: string): Promise<string[]> {
  const columns = ['lang', 'id', 'title', 'description', 'date', 'body']
  const posts = await readPosts(lang)
  return insertRows(
    'posts',
    columns,
    posts.map(({ id, title, description, date, body }) => [
      lang,
      id,
      title,
      description,
      date,
      body,
    ]),
  )
}

/** Bought nine days ago, on a network for six, 3.8 of 10 GB used. */
function sampleEsim(hash: string, iccid: string, tariffID: string, now: Date): string[] {
  const invoice = secretID()
  const at = (days: number) => new Date(now.getTime() + days * 86_400_000).toISOString()
  const email = 'sample@meridian.example'
  return [
    ...insertRows(
      'invoices',
      'id idempotency_key tariff_id email lang amount_minor currency status created_at paid_at'.split(
        ' ',
      ),
      [[invoice, secretID(), tariffID, email, 'en', 1000, 'USD', 'success', at(-9), at(-9)]],
    ),
    `UPDATE stock SET invoice_id = '${invoice}' WHERE iccid = '${iccid}';`,
    ...insertRows(
      'esims',
      'hash invoice_id iccid tariff_id email purchased_at activate_by first_used_at valid_until data_used_mb usage_as_of'.split(
        ' ',
      ),
      [[hash, invoice, iccid, tariffID, email, at(-9), at(80), at(-6), at(24), 3891, at(-0.1)]],
    ),
  ]
}
