import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'

/**
 * Serves the scripts, styles, fonts and pictures of the built web from `folder`, as the smallest copy that is there
 * and that the browser takes. Copies may be added while it serves.
 */
export async function serveAssets(app: FastifyInstance, folder: string): Promise<void> {
  await app.register(fastifyStatic, {
    root: folder,
    prefix: '/assets/',
    // Names carry a hash of the content.
    immutable: true,
    maxAge: '1y',
    preCompressed: true,
    index: false,
  })
}
