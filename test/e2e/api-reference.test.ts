import { expect, test } from './shop.ts'

test('shows every operation at /dev/api/, with nothing from other origins', async ({ page }) => {
  const origins = new Set<string>()
  page.on('request', (request) => {
    if (!request.url().startsWith('data:')) origins.add(new URL(request.url()).origin)
  })
  const response = await page.goto('/dev/api/')
  expect(response?.headers()['content-security-policy']).toContain("script-src 'self';")
  await expect(page.getByRole('heading', { name: 'esim-storefront API' })).toBeVisible()
  const operation = page.locator('#operations-Orders-activation')
  await operation.getByRole('button').first().click()
  await expect(operation.getByText('Creates an invoice and returns the page')).toBeVisible()
  expect([...origins]).toEqual([new URL(page.url()).origin])
})
