import WebAPI

enum ChangeTarget: Equatable {
  case itself
  /// The element of the resource with an id.
  case element(String)
  /// A resource that contains this one, or everything.
  case container
  case other
}

extension DataChange {
  func target(in resource: String) -> ChangeTarget {
    guard let path else { return .container }
    if path == resource { return .itself }
    if resource.hasPrefix(path + "/") { return .container }
    guard path.hasPrefix(resource + "/") else { return .other }
    let id = path.dropFirst(resource.count + 1)
    return id.utf8.contains(UInt8(ascii: "/")) ? .other : .element(String(id))
  }
}
