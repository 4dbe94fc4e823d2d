import CoreJSON

/// The text of a description, as a value.
enum DescriptionDocument {
  /// Reads a document in JSON or YAML.
  ///
  /// - Throws: ``DescriptionError`` if it is neither, or is too large.
  /// - Complexity: O(*n*) in the number of bytes; it takes several times the memory of the text.
  static func value(
    of bytes: [UInt8], limits: DescriptionLimits = DescriptionLimits()
  ) throws(DescriptionError) -> JSONValue {
    let document = try DocumentText.read(bytes, location: "", limits: limits)
    do throws(JSONError) {
      return try JSONValue(json: document.bytes)
    } catch {
      throw DescriptionError(.malformed, "not JSON: \(error)")
    }
  }
}
