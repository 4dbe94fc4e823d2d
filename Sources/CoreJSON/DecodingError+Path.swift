@usableFromInline
struct JSONKey: CodingKey {
  @usableFromInline let stringValue: String
  @usableFromInline let intValue: Int?

  @usableFromInline init(_ name: StaticString) { (stringValue, intValue) = ("\(name)", nil) }
  @usableFromInline init(_ index: Int) { (stringValue, intValue) = ("\(index)", index) }
  @usableFromInline init(stringValue: String) { (self.stringValue, intValue) = (stringValue, nil) }
  @usableFromInline init(intValue: Int) { self.init(intValue) }
}

extension DecodingError {
  init(_ error: JSONError) {
    self = .dataCorrupted(
      Context(codingPath: [], debugDescription: error.description, underlyingError: error))
  }

  /// Returns the error with a key before its path.
  @usableFromInline
  func inside(_ key: any CodingKey) -> DecodingError {
    func inside(_ context: Context) -> Context {
      Context(
        codingPath: [key] + context.codingPath, debugDescription: context.debugDescription,
        underlyingError: context.underlyingError)
    }
    return switch self {
    case .keyNotFound(let name, let context): .keyNotFound(name, inside(context))
    case .valueNotFound(let type, let context): .valueNotFound(type, inside(context))
    case .typeMismatch(let type, let context): .typeMismatch(type, inside(context))
    case .dataCorrupted(let context): .dataCorrupted(inside(context))
    @unknown default: self
    }
  }
}

extension DecodingError.Context {
  @usableFromInline
  init(_ description: String) { self.init(codingPath: [], debugDescription: description) }
}
