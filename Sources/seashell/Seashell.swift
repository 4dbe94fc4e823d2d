@main
struct Seashell {
  static func main() async {}
}
