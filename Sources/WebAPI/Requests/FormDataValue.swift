public import FoundationEssentials

/// A value of a form's field: a text, bytes, a file, or an array of these.
public protocol FormDataValue: Sendable {
  /// The parts of the form that the value becomes, in order.
  var formParts: [FormDataPart] { get }
}

/// A single part of a form, such as a file.
public struct FormDataPart: Sendable {
  let content: Data
  let fileName: String?
  let contentType: String?

  /// Creates a part.
  ///
  /// - Parameters:
  ///   - content: the bytes.
  ///   - fileName: the file's name for the server; nil if the part is not a file.
  ///   - contentType: the media type; nil for plain text (RFC 7578, section 4.4).
  public init(_ content: Data, fileName: String? = nil, contentType: String? = nil) {
    self.content = content
    self.fileName = fileName
    self.contentType = contentType
  }
}

extension FormDataPart: FormDataValue {
  /// The part itself.
  public var formParts: [FormDataPart] { [self] }
}

extension String: FormDataValue {
  /// One part with the text in UTF-8.
  public var formParts: [FormDataPart] { [FormDataPart(Data(utf8))] }
}

extension Data: FormDataValue {
  /// One part of the type `application/octet-stream`.
  public var formParts: [FormDataPart] {
    [FormDataPart(self, contentType: "application/octet-stream")]
  }
}

extension Array: FormDataValue where Element: FormDataValue {
  /// The parts of all elements.
  public var formParts: [FormDataPart] { flatMap(\.formParts) }
}
