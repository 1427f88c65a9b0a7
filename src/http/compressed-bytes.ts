/** Returns the size of a text in gzip. Workers have no brotli. */
export async function compressedBytes(text: string | ArrayBuffer): Promise<number> {
  const compressed = new Blob([text]).stream().pipeThrough(new CompressionStream('gzip'))
  return (await new Response(compressed).arrayBuffer()).byteLength
}
