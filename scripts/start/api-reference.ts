import { appendFile, cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

export const referencePath = '/dev/api/'

type Options = { readonly assets: string; readonly copyTo: string; readonly canSend: boolean }

const swaggerUi = 'node_modules/swagger-ui-dist'

// Swagger UI sets styles in attributes. Scripts come only from files.
const headers = `
${referencePath}*
  ! Content-Security-Policy
  Content-Security-Policy: default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; frame-ancestors 'none'
  Cache-Control: no-store
  X-Robots-Tag: noindex
`

/**
 * Adds a browsable reference of docs/openapi.json to a copy of the assets, at /dev/api/. Uses a
 * copy, because everything in dist/client is deployed. Returns the copy's folder.
 */
export async function addApiReference({ assets, copyTo, canSend }: Options): Promise<string> {
  await rm(copyTo, { recursive: true, force: true })
  await cp(assets, copyTo, { recursive: true })
  await appendFile(join(copyTo, '_headers'), headers)
  const folder = join(copyTo, referencePath)
  await mkdir(folder, { recursive: true })
  for (const name of ['swagger-ui.css', 'swagger-ui-bundle.js'])
    await cp(join(swaggerUi, name), join(folder, name))
  await writeFile(join(folder, 'index.html'), page)
  await writeFile(join(folder, 'reference.js'), script(canSend))
  const document: object = JSON.parse(await readFile('docs/openapi.json', 'utf8'))
  const servers = canSend ? { servers: [{ url: '/' }] } : {}
  await writeFile(join(folder, 'openapi.json'), JSON.stringify({ ...document, ...servers }))
  return copyTo
}

const page = `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>API reference</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="swagger-ui.css">
<script src="swagger-ui-bundle.js" defer></script>
<script src="reference.js" defer></script>
</head>
<body><main id="reference"></main></body>
</html>
`

function script(canSend: boolean): string {
  const options = {
    url: 'openapi.json',
    dom_id: '#reference',
    deepLinking: true,
    displayOperationId: true,
    supportedSubmitMethods: canSend ? ['get', 'post'] : [],
    // Otherwise Swagger UI sends the document to validator.swagger.io.
    validatorUrl: null,
  }
  return `SwaggerUIBundle(${JSON.stringify(options)})\n`
}
