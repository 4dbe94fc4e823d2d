import WebMessages

enum MediaTypes {
  static func isJSON(_ type: String) -> Bool {
    let type = MediaType.name(type)
    return type == "application/json" || type.hasSuffix("+json") || type == "*/*"
  }

  /// Whether a type that a description names may be JSON.
  static func mayBeJSON(_ type: String) -> Bool {
    let name = MediaType.name(type)
    return name.contains("json") || name == "*/*" || name == "application/*"
  }

  static func isForm(_ type: String) -> Bool {
    ["multipart/form-data", "application/x-www-form-urlencoded"].contains(MediaType.name(type))
  }

  static func isText(_ type: String) -> Bool {
    let type = MediaType.name(type)
    return isJSON(type) || isForm(type) || type.hasPrefix("text/") || type.hasSuffix("xml")
      || type.hasSuffix("yaml") || type.hasSuffix("javascript")
  }
}
