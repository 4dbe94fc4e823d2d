import SeashellApp

@main struct Hello {
  static func main() {
    ShellApp(
      "hello", version: "1.0", environments: [try .init("live", "https://api.example.com")]
    ) { _ in [GreetModule()] }.main()
  }
}

final class GreetModule: FeatureModule {
  let name = "greet"
  let abstract = "Greet people"
  let commands: [any Command] = [Greet()]
}

struct Greet: Command {
  let person = Argument<String>("NAME", "whom to greet")

  var specification: CommandSpecification {
    CommandSpecification(
      "greet", abstract: "Greet someone", examples: [.init("greet Ada", "greets Ada")],
      parameters: [person])
  }

  func run(_ invocation: Invocation) async throws {
    try invocation.output.text("Hello, \(invocation[person])!")
  }
}
