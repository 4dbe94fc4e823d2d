/// Creates gzip streams (RFC 1952) without a compression library.
enum Gzip {
  private static let header: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3]

  /// Returns a stream of uncompressed bytes (RFC 1951, section 3.2.4).
  static func stored(_ bytes: [UInt8]) -> [UInt8] {
    var stream = header + [1]
    stream += little(UInt32(bytes.count), 2)
    stream += little(~UInt32(bytes.count), 2)
    stream += bytes
    stream += little(checksum(bytes), 4)
    stream += little(UInt32(bytes.count), 4)
    return stream
  }

  /// A stream of zeros: its start, the bytes that repeat, and the number of zeros in each byte.
  ///
  /// It repeats 258 zeros in the fixed Huffman codes.
  static let zeros: (start: [UInt8], rest: [UInt8], density: Int) = {
    let period: [UInt8] = [
      0xA3, 0x60, 0x14, 0x8C, 0x82, 0x51, 0x30, 0x0A, 0x46, 0xC1, 0x28, 0x18, 0x05,
    ]
    return (
      header + [0x63, 0x18, 0x05], (0..<4_096).flatMap { _ in period }, 8 * 258 / period.count
    )
  }()

  /// The same with codes of one bit, the shortest possible.
  static let denseZeros: (start: [UInt8], rest: [UInt8], density: Int) = (
    header + [0xEC, 0xC1, 1, 1, 0, 0, 0, 0x80, 0x90, 0xFE, 0xAF, 0xEE, 0x08, 0x0A],
    [UInt8](repeating: 0, count: 1 << 15), 1_032
  )

  private static func little(_ number: UInt32, _ count: Int) -> [UInt8] {
    (0..<count).map { place in UInt8(truncatingIfNeeded: number >> UInt32(8 * place)) }
  }

  /// The CRC-32 (RFC 1952, section 8).
  private static func checksum(_ bytes: [UInt8]) -> UInt32 {
    var sum = UInt32.max
    for byte in bytes {
      sum ^= UInt32(byte)
      for _ in 0..<8 {
        let isOdd = sum & 1 == 1
        sum >>= 1
        if isOdd { sum ^= 0xEDB8_8320 }
      }
    }
    return ~sum
  }
}
