package import FoundationEssentials

extension Decimal {
  /// The number as `description` writes it, several times faster: `-12.5`, `NaN`.
  ///
  /// It has no exponent, and no zeros at the end of a fraction that the decimal does not have.
  package var text: String {
    guard let parts = Parts(self), !isNaN else { return description }
    return parts.mantissa >> 64 == 0
      ? parts.text(UInt64(truncatingIfNeeded: parts.mantissa)) : parts.text(parts.mantissa)
  }

  /// What a decimal stores: its mantissa, multiplied by a power of ten.
  private struct Parts: Equatable {
    let mantissa: UInt128
    let exponent: Int
    let isNegative: Bool

    // Foundation has no public way to the mantissa, so it is read from the decimal's bytes. If they ever
    // have another meaning, `description` writes the text.
    private static let areKnown = {
      let mantissa: UInt64 = 0x0123_4567_89AB_CDE1
      let sample = Decimal(sign: .minus, exponent: -3, significand: Decimal(mantissa))
      return MemoryLayout<Decimal>.size == 20
        && Parts(reading: sample)
          == Parts(mantissa: UInt128(mantissa), exponent: -3, isNegative: true)
    }()

    /// Returns nil if the bytes of a decimal have another meaning than is known.
    init?(_ number: Decimal) {
      guard Self.areKnown else { return nil }
      self.init(reading: number)
    }

    private init(mantissa: UInt128, exponent: Int, isNegative: Bool) {
      (self.mantissa, self.exponent, self.isNegative) = (mantissa, exponent, isNegative)
    }

    // The first byte is the exponent. The second has the number of the mantissa's words and the sign. The
    // words begin at the fifth.
    private init(reading number: Decimal) {
      self = withUnsafeBytes(of: number) { bytes in
        let words = Int(bytes[1] >> 4)
        let mantissa = (0..<min(words, 8)).reduce(0 as UInt128) { sum, index in
          let word = bytes.loadUnaligned(fromByteOffset: 4 + 2 * index, as: UInt16.self)
          return sum | UInt128(UInt16(littleEndian: word)) << (16 * UInt128(index))
        }
        return Parts(
          mantissa: mantissa, exponent: mantissa == 0 ? 0 : Int(Int8(bitPattern: bytes[0])),
          isNegative: bytes[1] & 0x08 != 0)
      }
    }

    @inline(__always)
    func text<Mantissa: FixedWidthInteger & UnsignedInteger>(_ mantissa: Mantissa) -> String {
      // The longest has a sign, 39 digits and 127 zeros, or a point and 128 digits after it.
      withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 176) { bytes in
        var start = bytes.count
        func put(_ byte: UInt8) {
          start -= 1
          bytes[start] = byte
        }
        for _ in 0..<max(0, exponent) { put(UInt8(ascii: "0")) }
        var (rest, digits) = (mantissa, 0)
        repeat {
          let (quotient, digit) = rest.quotientAndRemainder(dividingBy: 10)
          put(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: digit))
          rest = quotient
          digits += 1
          if digits == -exponent { put(UInt8(ascii: ".")) }
        } while rest != 0 || digits <= -exponent
        if isNegative { put(UInt8(ascii: "-")) }
        return String(decoding: bytes[start...], as: UTF8.self)
      }
    }
  }
}
