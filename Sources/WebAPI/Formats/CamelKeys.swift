import FoundationEssentials

/// Converts keys between snake case and camel case.
enum CamelKeys {
  /// Returns a JSON text with its keys converted to camel case.
  ///
  /// Everything else stays byte for byte, so that numbers keep their exact form.
  static func of(_ json: Data) -> Data {
    let source = Array(json)
    var result: [UInt8] = []
    result.reserveCapacity(source.count)
    var index = 0
    while index < source.count {
      guard source[index] == UInt8(ascii: "\"") else {
        result.append(source[index])
        index += 1
        continue
      }
      let start = index + 1
      var end = start
      while end < source.count, source[end] != UInt8(ascii: "\"") {
        end += source[end] == UInt8(ascii: "\\") ? 2 : 1
      }
      end = min(end, source.count)
      var after = end + 1
      while after < source.count, [0x20, 0x09, 0x0A, 0x0D].contains(source[after]) { after += 1 }
      let isKey = after < source.count && source[after] == UInt8(ascii: ":")
      result.append(UInt8(ascii: "\""))
      if isKey { result += camel(source[start..<end]) } else { result += source[start..<end] }
      if end < source.count { result.append(UInt8(ascii: "\"")) }
      index = end + 1
    }
    return Data(result)
  }

  /// Converts `currency_code` to `currencyCode`; keeps underscores at both ends.
  static func camel(_ name: some Collection<UInt8>) -> [UInt8] {
    var result: [UInt8] = []
    var pending = 0
    for byte in name {
      if byte == UInt8(ascii: "_") {
        pending += 1
        continue
      }
      if pending == 1, !result.isEmpty, result.last != UInt8(ascii: "_"),
        (0x61...0x7A).contains(byte)
      {
        result.append(byte - 0x20)
      } else {
        result += Array(repeating: UInt8(ascii: "_"), count: pending)
        result.append(byte)
      }
      pending = 0
    }
    return result + Array(repeating: UInt8(ascii: "_"), count: pending)
  }

  /// Converts `currencyCode` to `currency_code`, and `imageURL` to `image_url`.
  static func snake(_ name: String) -> String {
    let source = Array(name.utf8)
    guard source.contains(where: isCapital) else { return name }
    var result: [UInt8] = []
    for (index, byte) in source.enumerated() {
      guard isCapital(byte) else {
        result.append(byte)
        continue
      }
      let follows = index > 0 && !isCapital(source[index - 1])
      let begins = index > 0 && index + 1 < source.count && !isCapital(source[index + 1])
      if follows || begins, result.last != UInt8(ascii: "_") {
        result.append(UInt8(ascii: "_"))
      }
      result.append(byte + 0x20)
    }
    return String(decoding: result, as: UTF8.self)
  }

  private static func isCapital(_ byte: UInt8) -> Bool { (0x41...0x5A).contains(byte) }
}
