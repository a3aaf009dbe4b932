// SPDX-License-Identifier: MIT

import Foundation
import FoundationXML

/// Reads introspection XML. It skips unknown elements (documentation in several dialects) and everything in them.
final class IntrospectionParser: NSObject, XMLParserDelegate {
    private var result = Introspection()
    private var interface: (name: String, value: Introspection.Interface)?
    private var member: (name: String, value: Introspection.Member)?
    private var property: (name: String, value: Introspection.Property)?
    private var depth = 0
    private var isComplete = false
    private var ignoredElements = 0

    static func parse(_ data: Data, source: String) throws -> Introspection {
        let delegate = IntrospectionParser()
        let parser = XMLParser(data: data)
        parser.delegate = delegate
        // The parser of FoundationXML also accepts a document whose outermost node has no end.
        guard parser.parse(), delegate.isComplete else {
            let reason = parser.parserError.map { "\($0)" } ?? "it is not a complete node"
            throw SupportError("\(source) cannot be read (line \(parser.lineNumber)): \(reason)")
        }
        return delegate.result
    }

    func parser(
        _ parser: XMLParser, didStartElement element: String, namespaceURI: String?, qualifiedName: String?,
        attributes: [String: String]
    ) {
        guard ignoredElements == 0 else {
            ignoredElements += 1
            return
        }
        let name = attributes["name"] ?? ""
        switch element {
        case "node": startNode(name)
        case "interface": interface = (name, Introspection.Interface())
        case "method", "signal": member = (name, Introspection.Member())
        case "property": startProperty(name, attributes)
        case "arg": addArgument(name, attributes)
        case "annotation": annotate(name, attributes["value"] ?? "")
        default: ignoredElements = 1
        }
    }

    func parser(
        _ parser: XMLParser, didEndElement element: String, namespaceURI: String?, qualifiedName: String?
    ) {
        guard ignoredElements == 0 else {
            ignoredElements -= 1
            return
        }
        switch element {
        case "node":
            depth -= 1
            isComplete = depth == 0
        case "interface":
            if let interface { result.interfaces[interface.name] = interface.value }
            interface = nil
        case "method", "signal": endMember(isSignal: element == "signal")
        case "property":
            if let property { interface?.value.properties[property.name] = property.value }
            property = nil
        default: break
        }
    }

    private func startNode(_ name: String) {
        if depth > 0 { result.children.append(name) }
        depth += 1
    }

    private func startProperty(_ name: String, _ attributes: [String: String]) {
        property = (name, .init(type: attributes["type"] ?? "", access: attributes["access"] ?? ""))
    }

    private func addArgument(_ name: String, _ attributes: [String: String]) {
        // Without a direction, a method's argument is `in`, a signal's `out`. The element's end tells which it is.
        let direction = attributes["direction"] ?? ""
        member?.value.arguments.append(.init(name: name, type: attributes["type"] ?? "", direction: direction))
    }

    private func annotate(_ name: String, _ value: String) {
        let isDocumentation = name.lowercased().contains("doc") || name.hasPrefix("org.qtproject.")
        guard !isDocumentation else { return }
        if name == "org.freedesktop.DBus.Property.EmitsChangedSignal", property != nil {
            property?.value.emitsChangedSignal = value
        } else if property != nil {
            property?.value.annotations[name] = value
        } else if member != nil {
            member?.value.annotations[name] = value
        } else {
            interface?.value.annotations[name] = value
        }
    }

    private func endMember(isSignal: Bool) {
        guard let (name, read) = member else { return }
        member = nil
        var value = read
        let usual = isSignal ? "out" : "in"
        let arguments = value.arguments.map { argument in
            argument.direction.isEmpty
                ? .init(name: argument.name, type: argument.type, direction: usual) : argument
        }
        value.arguments = arguments.filter { $0.direction == "in" } + arguments.filter { $0.direction != "in" }
        if isSignal {
            interface?.value.signals[name] = value
        } else {
            interface?.value.methods[name] = value
        }
    }
}
