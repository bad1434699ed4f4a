/** A whole JPEG of 3 by 2 pixels. */
export const smallJpeg = () => Buffer.from(jpeg.join(''), 'base64')

const jpeg = [
  '/9j/4AAQSkZJRgABAQEASABIAAD/2wBDAKBueIx4ZKCMgoy0qqC+8P//8Nzc8P//////////////////////////////////',
  '////////////////////////2wBDAaq0tPDS8P//////////////////////////////////////////////////////////',
  '////////////////////wAARCAACAAMDASIAAhEBAxEB/8QAFQABAQAAAAAAAAAAAAAAAAAAAAL/xAAUEAEAAAAAAAAAAAAA',
  'AAAAAAAA/8QAFQEBAQAAAAAAAAAAAAAAAAAAAQL/xAAUEQEAAAAAAAAAAAAAAAAAAAAA/9oADAMBAAIRAxEAPwCACl//2Q==',
]
