package import SeashellKit

extension ModuleLimits {
  /// The names of the fields in the section `modules` of the configuration.
  package static let fields = [
    "startSeconds", "silenceSeconds", "idleSeconds", "messageBytes", "waitingMessages",
    "bytesPerSecond", "memoryBytes", "files", "logBytes",
  ]

  /// Reads the section `modules` of the configuration.
  ///
  /// - Throws: ``SeashellKit/ConfigurationError`` if a value is out of bounds.
  package init(_ section: ConfigurationSection) throws {
    self.init()
    func duration(_ field: String, from least: Double, _ value: inout Duration) throws {
      if let seconds = try section.number(field, in: least...86_400, "seconds") {
        value = .seconds(seconds)
      }
    }
    func count(
      _ field: String, in bounds: ClosedRange<Int>, _ unit: String, _ value: inout Int
    ) throws {
      value = try section.integer(field, in: bounds, unit) ?? value
    }
    try duration("startSeconds", from: 1, &start)
    try duration("silenceSeconds", from: 1, &silence)
    try duration("idleSeconds", from: 0, &idle)
    try count("messageBytes", in: 1_024...(1 << 30), "bytes", &messageSize)
    try count("waitingMessages", in: 1...1_000_000, "messages", &waitingMessages)
    try count("bytesPerSecond", in: 1_024...(1 << 40), "bytes", &bytesPerSecond)
    try count("memoryBytes", in: (16 << 20)...(1 << 40), "bytes", &memory)
    try count("files", in: 16...65_536, "files", &files)
    try count("logBytes", in: 1_024...(16 << 20), "bytes", &log)
  }
}
