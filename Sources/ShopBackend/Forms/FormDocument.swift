import FoundationEssentials

/// A JSON:API document that asks for a write: `{"data": {"type", "id", "attributes"}}`.
struct FormDocument {
  private let data: ResourceObject

  private struct Document: Decodable {
    let data: ResourceObject
  }

  private struct ResourceObject: Decodable {
    let type: String
    let id: String?
    let attributes: [String: FormValue]?
  }

  /// Reads a body.
  init(_ body: Data) throws(Refusal) {
    guard String(validating: body, as: UTF8.self) != nil,
      let document = try? JSONDecoder().decode(Document.self, from: body)
    else {
      throw .malformed(
        "The body is not a JSON:API document in UTF-8 whose data is one resource with a type.")
    }
    data = document.data
  }

  /// The attributes, once the resource is known to be the one that is meant.
  ///
  /// - Throws: ``Refusal`` 409 for another type or id, 403 for an id that the sender has made up
  ///   (JSON:API 1.1, "Creating Resources", "Updating Resources").
  func attributes(of type: String, changing id: String?) throws(Refusal) -> [String: FormValue] {
    guard data.type == type else {
      throw .conflict("wrong_type", "data.type must be \(type) here.", at: .member("/data/type"))
    }
    if let id {
      guard data.id == id else {
        throw .conflict("wrong_id", "data.id must be that of the path.", at: .member("/data/id"))
      }
    } else if data.id != nil {
      throw .forbidden("The shop gives ids itself; leave data.id out.")
    }
    return data.attributes ?? [:]
  }
}
