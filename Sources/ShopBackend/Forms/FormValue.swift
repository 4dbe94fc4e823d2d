/// A field's value, as far as the shop's forms go.
enum FormValue: Decodable, Equatable {
  case null
  case text(String)
  case number(Int)
  case other

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .null
    } else if let text = try? container.decode(String.self) {
      self = .text(text)
    } else if let number = try? container.decode(Int.self) {
      self = .number(number)
    } else {
      self = .other
    }
  }
}
