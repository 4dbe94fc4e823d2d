/// A fast 64-bit hash, used to detect damage and to look up ids.
///
/// It does not resist deliberate collisions.
enum IndexChecksum {
  static func hash(_ bytes: UnsafeRawBufferPointer) -> UInt64 {
    let prime: UInt64 = 0x9E37_79B9_7F4A_7C15
    var hash = UInt64(truncatingIfNeeded: bytes.count) &* prime
    var index = 0
    while index &+ 8 <= bytes.count {
      let word = bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self)
      hash = (hash ^ UInt64(littleEndian: word)) &* prime
      hash ^= hash >> 32
      index &+= 8
    }
    var last: UInt64 = 0
    while index < bytes.count {
      last = last << 8 | UInt64(bytes[index])
      index &+= 1
    }
    hash = (hash ^ last) &* prime
    return hash ^ hash >> 29
  }

  static func hash(_ bytes: [UInt8]) -> UInt64 { bytes.withUnsafeBytes(hash) }

  static func hash(_ text: String) -> UInt64 {
    var text = text
    return text.withUTF8 { hash(UnsafeRawBufferPointer($0)) }
  }
}
