// Resource objects of JSON:API.
extension JSONReader {
  /// Skips a JSON:API resource object that has attributes, and notes its members' positions.
  ///
  /// Attributes may not be named `type` or `id` (JSON:API 1.1, section 7.2.2.1).
  mutating func passResource() throws(JSONError) {
    var attributes = cursor
    guard try attributes.enter("attributes") != nil, try attributes.kind() == .object else {
      return
    }
    for name: StaticString in ["id", "type"] {
      var object = cursor
      if let member = try object.enter(name) { passed.append(member) }
    }
    var isNext = try attributes.beginObject()
    while isNext {
      var member = try attributes.member()
      member.parent = "attributes"
      if !isNamed(member, "id"), !isNamed(member, "type") { passed.append(member) }
      try attributes.skip()
      isNext = try attributes.nextMember()
    }
    try passRelationships()
    try cursor.skip()
    place.isAtEnd = true
  }

  /// Skips the ids of related resources, noting each under its relationship's name.
  private mutating func passRelationships() throws(JSONError) {
    var list = cursor
    guard try list.enter("relationships") != nil, try list.kind() == .object else { return }
    var isNext = try list.beginObject()
    while isNext {
      var member = try list.member()
      var resource = list
      if try resource.enter("data") != nil, let id = try resource.enter("id"),
        try resource.kind() == .string
      {
        member.value = id.value
        member.parent = "relationships"
        passed.append(member)
      }
      try list.skip()
      isNext = try list.nextMember()
    }
  }
}
