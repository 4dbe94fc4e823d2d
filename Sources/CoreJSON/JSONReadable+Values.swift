public import FoundationEssentials

extension JSONReadable {
  /// Reads a value from another decoder, such as a `JSONDecoder`, which takes longer than without one.
  public init(from decoder: any Decoder) throws {
    let json = try JSONValue(from: decoder).jsonBytes
    do throws(DecodingError) {
      self = try JSONReader.read(json)
    } catch {
      throw decoder.codingPath.reversed().reduce(error) { $0.inside($1) }
    }
  }
}

extension String: JSONReadable {
  /// Reads a string.
  public init(from reader: inout JSONReader) throws(DecodingError) {
    self = try reader.scalar(.string) { cursor throws(JSONError) in try cursor.string() }
  }
}

extension Bool: JSONReadable {
  /// Reads `true` or `false`.
  public init(from reader: inout JSONReader) throws(DecodingError) {
    self = try reader.scalar(.boolean) { cursor throws(JSONError) in try cursor.boolean() }
  }
}

extension Int: JSONReadable {
  /// Reads a number without a fraction, however it is written: `12`, `12.0`, `1.2e1`.
  public init(from reader: inout JSONReader) throws(DecodingError) {
    let number = try reader.number(Self.self)
    if let integer = number.integer {
      self = integer
    } else if !number.isWhole, let integer = number.decimal.flatMap({ Int($0.text) }) {
      self = integer
    } else {
      throw .dataCorrupted(.init("the number does not fit"))
    }
  }
}

extension Double: JSONReadable {
  /// Reads a number that is not too large.
  public init(from reader: inout JSONReader) throws(DecodingError) {
    let number = try reader.number(Self.self).json.double
    guard number.isFinite else { throw .dataCorrupted(.init("the number does not fit")) }
    self = number
  }
}

extension Decimal: JSONReadable {
  /// Reads a number with up to 38 digits exactly, and a longer one rounded.
  public init(from reader: inout JSONReader) throws(DecodingError) {
    guard let number = try reader.number(Self.self).decimal else {
      throw .dataCorrupted(.init("the number does not fit"))
    }
    self = number
  }
}

extension Date: JSONReadable {
  /// Reads a date in ISO 8601, with or without fractions of a second.
  public init(from reader: inout JSONReader) throws(DecodingError) {
    let text = try String(from: &reader)
    guard let date = try? Date(text, strategy: .iso8601) else {
      throw .typeMismatch(Self.self, .init("this is not a date in ISO 8601"))
    }
    self = date
  }
}

extension JSONValue: JSONReadable {
  /// Reads any value.
  public init(from reader: inout JSONReader) throws(DecodingError) {
    do throws(JSONError) {
      self = try reader.cursor.value()
    } catch {
      throw DecodingError(error)
    }
  }
}

extension Optional: JSONReadable where Wrapped: JSONReadable {
  /// Reads a value, or nil for `null`.
  @inlinable
  public init(from reader: inout JSONReader) throws(DecodingError) {
    self = try reader.isNull() ? nil : Wrapped(from: &reader)
  }
}

extension Array: JSONReadable where Element: JSONReadable {
  /// Reads an array.
  @inlinable
  public init(from reader: inout JSONReader) throws(DecodingError) {
    self = []
    guard try reader.beginArray() else { return }
    repeat { append(try reader.element(count)) } while try reader.nextElement()
  }
}
