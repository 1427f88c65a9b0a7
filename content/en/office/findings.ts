/** Findings of `npm run shop -- doctor` and the back office. Commands and names are parameters. */
export const findings = {
  preview: {
    problem: 'PAYMENT_PROVIDERS is none: the shop is a preview that takes no orders.',
    remedy: 'Name your payment provider: docs/payments.md',
  },
  'dev-tools': {
    problem: 'DEV_TOOLS: must not be 1 in a deployment.',
    remedy: 'Remove it: it shows every code.',
  },
  'local-origin': {
    problem: 'SITE_ORIGIN: must begin with https:// in a deployment.',
    remedy: 'Set it to the address that customers will see.',
  },
  setting: {
    problem: '{{name}}: {{message}}.',
    remedy: 'Change it in [vars] of wrangler.toml. docs/deploy.md explains it.',
  },
  secret: {
    problem: '{{name}}: {{message}}.',
    remedy: 'Set the secret: {{command}}',
  },
  'no-mail': {
    problem: 'No carrier sends mail: customers get no eSIM by email, and nobody can sign in.',
    remedy: 'Set MAIL_CARRIER: docs/deploy.md, step 5.',
  },
  'no-sms': {
    problem: 'No carrier sends SMS: partners cannot sign in.',
    remedy: 'Set SMS_CARRIER: docs/deploy.md, step 5.',
  },
  'no-alert-webhook': {
    problem: 'Alerts are sent only by email, so you get none when mail fails.',
    remedy: 'Set the secret: {{command}}',
  },
  'earlier-secret': {
    problem: 'The shop still accepts the earlier secret {{name}}.',
    remedy: 'When its sender uses the new one, delete it: {{command}}',
  },
  'sample-setting': {
    problem: '{{name}} is still that of the sample shop.',
    remedy: 'Change it in [vars] of wrangler.toml.',
  },
  'sample-text': {
    problem: '{{file}} is a sample.',
    remedy:
      'Publish your lawyer’s text in the back office, or write it into the file and remove isSample.',
  },
  'no-plans': {
    problem: 'No plan is on sale.',
    remedy: 'Import your plans: {{command}}',
  },
  'sold-out': {
    problem: 'Every plan is sold out.',
    remedy: 'Import codes: {{command}}',
  },
  'sample-profiles': {
    problem: {
      one: '{{count}} sample profile can be bought, and no phone can install it.',
      other: '{{count}} sample profiles can be bought, and no phone can install them.',
    },
    remedy: 'Delete them: {{command}}',
  },
  'no-rate': {
    problem: 'There is no exchange rate for {{currency}}, so the totals leave out its sales.',
    remedy: 'Set it in Price rules before the first sale.',
  },
  'old-rate': {
    problem: 'The exchange rate for {{currency}} is older than a year.',
    remedy: 'Set the current rate in Price rules.',
  },
  'no-source': {
    problem: 'No plan can be bought from {{supplier}}.',
    remedy: 'Sync its plans: {{command}}',
  },
  'uncharged-plans': {
    problem: 'No payment provider charges a price of these plans: {{plans}}.',
    remedy: 'Set a price that is not too small, too large or too precise.',
  },
  'swapped-prices': {
    problem: 'Prices of two currencies look swapped: {{plans}}.',
    remedy: 'Correct the prices in your file and import it again.',
  },
  'no-price': {
    problem: {
      one: '{{count}} plan of {{all}} has no price in {{currency}}.',
      other: '{{count}} plans of {{all}} have no price in {{currency}}.',
    },
    remedy: 'Add the column price{{currency}}.',
  },
  'no-questions': {
    problem: 'There are no questions and answers.',
    remedy: 'Import the texts: {{command}}',
  },
} as const
