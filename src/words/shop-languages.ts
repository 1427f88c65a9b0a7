import { env } from 'cloudflare:workers'
import { chooseLocales } from './locales.shared.ts'

// Entries of the worker import this module first, because routes and schemas of modules that are
// loaded later contain the languages.
chooseLocales(env.LANGUAGES)
