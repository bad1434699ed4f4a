import { CreateBucketCommand, ListMultipartUploadsCommand, S3Client } from '@aws-sdk/client-s3'
import type { S3Settings } from './s3.ts'

/** The S3 server that LADING_TEST_S3_ENDPOINT names, with LADING_TEST_S3_KEY and LADING_TEST_S3_SECRET. */
export function s3TestServer() {
  const endpoint = process.env.LADING_TEST_S3_ENDPOINT
  if (!endpoint) return null
  const settings: S3Settings = {
    bucket: `lading-${Date.now()}`,
    endpoint,
    region: 'us-east-1',
    accessKeyId: process.env.LADING_TEST_S3_KEY ?? 'test:tester',
    secretAccessKey: process.env.LADING_TEST_S3_SECRET ?? 'testing',
  }
  const client = new S3Client({
    endpoint,
    region: settings.region,
    forcePathStyle: true,
    credentials: {
      accessKeyId: settings.accessKeyId ?? '',
      secretAccessKey: settings.secretAccessKey ?? '',
    },
    requestChecksumCalculation: 'WHEN_REQUIRED',
  })
  return {
    settings,
    makeBucket: () => client.send(new CreateBucketCommand({ Bucket: settings.bucket })),
    async unfinishedUploads(key: string): Promise<string[]> {
      const { Uploads } = await client.send(new ListMultipartUploadsCommand({ Bucket: settings.bucket }))
      return (Uploads ?? []).filter(upload => upload.Key === key).map(upload => upload.UploadId ?? '')
    },
  }
}
