import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { countryTexts as countryTextsEn } from '../../content/en/country-texts.ts'
import { faq as faqEn } from '../../content/en/faq.ts'
import { regionTexts as regionTextsEn } from '../../content/en/region-texts.ts'
import { countryTexts as countryTextsRu } from '../../content/ru/country-texts.ts'
import { regionTexts as regionTextsRu } from '../../content/ru/region-texts.ts'
import type { PlaceTexts } from '../../content/schemas.ts'
import { faq as faqRu } from '../../content/ru/faq.ts'
import type { FaqBlock } from '../../content/types.ts'
import { secretID } from '../../src/domain/secret-id.ts'
import { readCatalogue } from '../import/read-catalogue.ts'
import { catalogueSql } from '../import/catalogue-sql.ts'
import { insertRows } from '../import/sql.ts'
import { readStock, stockSql } from '../import/read-stock.ts'
import { describeProblem } from '../import/read-csv.ts'
import type { Problem, SourceFile } from '../import/read-csv.ts'
import { readPosts } from '../content/posts.ts'

const catalogueFiles = ['countries', 'regions', 'operators', 'plans'].map(
  (name) => `catalogue/${name}.csv`,
)
const stockFile = 'catalogue/stock.csv'

/** Who bought the sample eSIM. */
export const sampleEmail = 'sample@meridian.example'
const sampleTariff = 'tr-turkcell-10gb-30d'

/** Statements for a new shop: the sample catalogue and stock, and one eSIM bought a while ago and in use. */
export async function sampleShopSql(
  now: Date,
): Promise<{ statements: string[]; sampleHash: string }> {
  const files = await Promise.all(catalogueFiles.map(readSource))
  const { catalogue, problems } = readCatalogue(files, {
    countries: new Set(),
    regions: new Set(),
    operators: new Set(),
  })
  const tariffs = new Set(catalogue.plans?.map(({ tariffID }) => tariffID))
  const stock = readStock(await readSource(stockFile), { tariffs, codes: [] })
  refuse([...problems, ...stock.problems])
  const code = stock.added.find(({ tariffID }) => tariffID === sampleTariff)
  const plan = catalogue.plans?.find(({ tariffID }) => tariffID === sampleTariff)
  if (!code || !plan) throw new Error(`the sample eSIM needs ${sampleTariff} and a code for it`)
  const sampleHash = secretID()
  return {
    statements: [
      ...catalogueSql(catalogue),
      ...stockSql(stock.added),
      ...sampleEsim(sampleHash, code.iccid, plan.priceUSD, now),
    ],
    sampleHash,
  }
}

async function readSource(path: string): Promise<SourceFile> {
  return { name: basename(path), text: await readFile(path, 'utf8') }
}

function refuse(problems: readonly Problem[]): void {
  if (problems.length > 0)
    throw new Error(`The sample catalogue is broken:\n${problems.map(describeProblem).join('\n')}`)
}

/** Questions and posts start as the shop's own texts and live in the database from there. */
export function faqSql(): string[] {
  return [...questionsSql('en', faqEn), ...questionsSql('ru', faqRu)]
}

function questionsSql(lang: string, blocks: readonly FaqBlock[]): string[] {
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

export async function postsSql(): Promise<string[]> {
  return [...(await postsIn('en')), ...(await postsIn('ru'))]
}

async function postsIn(lang: string): Promise<string[]> {
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

/** What to know of countries and of regions of Russia. */
export function placeTextsSql(): string[] {
  return [
    ...textsOf('en', countryTextsEn, (code) => code),
    ...textsOf('en', regionTextsEn, (ident) => `ru/${ident}`),
    ...textsOf('ru', countryTextsRu, (code) => code),
    ...textsOf('ru', regionTextsRu, (ident) => `ru/${ident}`),
  ]
}

function textsOf(lang: string, texts: PlaceTexts, placeOf: (key: string) => string): string[] {
  const rows = Object.entries(texts).map(([key, { networks, install, mind }]) => [
    lang,
    placeOf(key),
    networks,
    install,
    mind,
  ])
  return insertRows('place_texts', ['lang', 'place', 'networks', 'install', 'mind'], rows)
}

/** Bought nine days ago, on a network for six, 3.8 of 10 GB used. */
function sampleEsim(hash: string, iccid: string, priceUSD: number, now: Date): string[] {
  const invoice = secretID()
  const at = (days: number) => new Date(now.getTime() + days * 86_400_000).toISOString()
  const [email, tariffID] = [sampleEmail, sampleTariff]
  return [
    ...insertRows(
      'invoices',
      'id idempotency_key tariff_id email lang amount_minor currency status created_at paid_at'.split(
        ' ',
      ),
      [[invoice, secretID(), tariffID, email, 'en', priceUSD, 'USD', 'success', at(-9), at(-9)]],
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
