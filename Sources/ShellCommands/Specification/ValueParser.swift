/// Parses a text as a value of a Swift type.
///
/// It is not part of a specification's data: it is not encoded, and specifications with different parsers can
/// be equal.
@usableFromInline
package struct ValueParser: Sendable, Equatable {
  let parse: @Sendable (String) throws -> any Sendable

  @usableFromInline
  package init(_ parse: @escaping @Sendable (String) throws -> any Sendable) { self.parse = parse }

  @usableFromInline
  package static func == (left: ValueParser, right: ValueParser) -> Bool { true }
}
