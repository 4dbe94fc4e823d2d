import Testing

@testable import SeashellAPIs

/// Names stay the same while a description changes.
@Suite struct StabilityTests {
  private let boats = """
    GET /boats listBoats list
    GET /boats/{id} getBoat item
    """

  private func named(_ text: String, after former: CommandNames? = nil, date: Int = 1)
    -> CommandNames
  {
    CommandNames(operations(text), keeping: former?.former ?? FormerNames(), date: date)
  }

  @Test func `a new operation does not change the names of others`() {
    let old = named("GET /ports/{port}/boats listBoats list #boats\nGET /a x list #a")
    #expect(texts(old) == ["boats list", "a list"])
    let text = """
      GET /boats listAll list #boats
      GET /ports/{port}/boats listBoats list #boats
      GET /a x list #a
      """
    // Without the old names, the old name would go to the new operation.
    #expect(texts(named(text)) == ["boats list", "boats list-port", "a list"])
    #expect(texts(named(text, after: old)) == ["boats list-all", "boats list", "a list"])
  }

  @Test func `an operation keeps its name by its id, or by method and path`() {
    let old = named(boats)
    let moved = named(
      """
      GET /ships listBoats list
      GET /boats/{id} showOne item
      """, after: old)
    #expect(texts(moved) == ["boats list", "boats show"])
    // The id takes precedence, and the path then belongs to another operation.
    let swapped = named(
      """
      GET /boats/{id} listBoats list
      GET /boats other list
      """, after: old)
    #expect(texts(swapped) == ["boats list", "boats list-other"])
  }

  @Test func `names that are replaced are remembered as those that the operations had`() throws {
    let text = """
      GET /boats listAll list #boats
      GET /ports/{port}/boats listBoats list #boats
      """
    let old = named("GET /ports/{port}/boats listBoats list #boats")
    var former = old.former
    former.areReplaced = true
    let new = CommandNames(operations(text), keeping: former, date: 70)
    #expect(texts(new) == texts(named(text)))
    #expect(new.former.names.filter { $0.goneSince != nil }.isEmpty)
    var renamed = FormerNames([
      FormerName(
        id: "listAll", method: .get, path: "/boats", name: try #require(CommandName("fleet all")))
    ])
    renamed.areReplaced = true
    let next = CommandNames(operations(text), keeping: renamed, date: 70)
    #expect(texts(next) == texts(named(text)))
    #expect(next.former.goneSince(try #require(CommandName("fleet all"))) == 70)
  }

  @Test func `a removed operation's name is not reused, and comes back with it`() throws {
    let old = named(boats)
    let fewer = named("GET /boats listBoats list", after: old, date: 70)
    let show = try #require(CommandName("boats show"))
    #expect(fewer.former.goneSince(show) == 70 && old.former.goneSince(show) == nil)
    let other = named(
      """
      GET /boats listBoats list
      GET /boats/{name} getByName item
      """, after: fewer, date: 80)
    #expect(texts(other) == ["boats list", "boats show-name"])
    #expect(other.former.goneSince(show) == 70)
    let back = named(boats + "\nGET /boats/{name} getByName item", after: other, date: 90)
    #expect(texts(back) == ["boats list", "boats show", "boats show-name"])
    #expect(back.former.goneSince(show) == nil)
    // Ignoring an operation counts as removing it.
    let ignored = named("GET /boats listBoats list\nGET /boats/{id} getBoat ignored", after: back)
    #expect(texts(ignored) == ["boats list", "-"])
  }

  @Test func `a new operation takes its first free candidate, then a number`() {
    let old = named("GET /boats/{id} a item #boats\nGET /x x list #x")
    let gone = named("GET /x x list #x", after: old)
    let new = named(
      """
      GET /boats/{id} - item #boats
      GET /x x list #x
      """, after: CommandNames([], keeping: gone.former))
    #expect(texts(new) == ["boats show", "x list"])
    let others = named(
      """
      GET /boats/{id}/ - item #boats
      GET /boats/{id}// - item #boats
      GET /boats/{id}/// - item #boats
      GET /x x list #x
      """, after: gone)
    #expect(
      texts(others) == ["boats show-get", "boats show-get-2", "boats show-get-3", "x list"])
  }

  @Test func `a declared name that belonged to another operation is not used`() throws {
    let old = named(boats)
    let declared = named(
      "GET /boats listBoats list\nGET /boats/{id} getBoat item\nDELETE /boats/{id} kill =show",
      after: old)
    #expect(texts(declared) == ["boats list", "boats show", "boats kill"])
  }

  @Test func `a declared name replaces the former one, which is gone`() throws {
    let old = named(boats)
    let new = named("GET /boats listBoats list =fleet\nGET /boats/{id} getBoat item", after: old)
    #expect(texts(new) == ["boats fleet", "boats show"])
    #expect(new.former.goneSince(try #require(CommandName("boats list"))) == 1)
    // The group stays although the tag is new.
    let tagged = named(
      "GET /boats listBoats list =fleet #ships\nGET /boats/{id} getBoat item #x", after: new)
    #expect(texts(tagged) == ["boats fleet", "boats show"])
  }

  @Test func `a new operation joins the group that its group's operations had`() {
    let alarms = """
      GET /ports/{port}/alarms listAlarms list
      GET /ports/{port}/alarms/{id} getAlarm item
      DELETE /ports/{port}/alarms/{id} deleteAlarm
      """
    let more = """
      \(alarms)
      GET /alarms/{id} getOne item
      DELETE /alarms/{id} deleteOne
      PUT /ports/{port}/alarms/{id} editAlarm
      """
    #expect(texts(named(more)).last == "port-alarms edit")
    let kept = texts(named(more, after: named(alarms)))
    #expect(kept.prefix(3) == ["alarms list", "alarms show", "alarms delete"])
    #expect(kept.last == "alarms edit")
  }

  @Test func `former names are written and read again`() throws {
    let all = named("GET /boats/{id} getBoat item", after: named(boats), date: 1 << 40).former
    var writer = RecordWriter()
    all.write(to: &writer)
    var reader = RecordReader(writer.bytes)
    #expect(try FormerNames(from: &reader) == all && reader.isAtEnd)
    #expect(all.names.map(\.goneSince) == [nil, 1 << 40])
    for place in writer.bytes.indices {
      var bytes = writer.bytes
      bytes[place] ^= 0x80
      var reader = RecordReader(bytes)
      _ = try? FormerNames(from: &reader)
    }
    var invalid = RecordWriter()
    invalid.list([0]) { writer, _ in
      writer.text("id")
      writer.choice(DescribedMethod.get)
      for text in ["/p", "boats", "--yes"] { writer.text(text) }
      writer.flag(false)
    }
    var damaged = RecordReader(invalid.bytes)
    #expect(throws: RecordReader.damaged) { try FormerNames(from: &damaged) }
  }

  @Test func `only the latest former names are kept`() throws {
    let name = try #require(CommandName("a b"))
    let many = (0..<FormerNames.mostGone + 5).compactMap { number in
      CommandName(group: "g", command: "c\(number)").map {
        FormerName(id: "\(number)", method: .get, path: "/", name: $0, goneSince: number)
      }
    }
    let used = FormerName(id: "x", method: .get, path: "/x", name: name)
    let names = CommandNames([], keeping: FormerNames(many + [used]), date: 1 << 30).former.names
    #expect(names.count == FormerNames.mostGone && names[0].name == name)
    #expect(names.last?.goneSince == 6)
  }
}
