// SPDX-License-Identifier: MIT

import CallKit
import Testing

/// CXHandle, CXCallUpdate, CXProviderConfiguration.
struct Values {
    @Test func `a handle`() throws {
        let handle = CXHandle(type: .emailAddress, value: "ada@example.org")
        let type: CXHandle.HandleType = handle.type
        #expect(type == .emailAddress)
        #expect(handle.value == "ada@example.org")
        let same = CXHandle(type: .emailAddress, value: "ada@example.org")
        #expect(handle.isEqual(to: same))
        #expect(handle == same)
        #expect(handle.hash == same.hash)
        #expect(Set([handle, same]).count == 1)
        #expect(!handle.isEqual(to: CXHandle(type: .generic, value: "ada@example.org")))
        #expect(try copied(handle) == handle)
        #expect(try throughArchive(handle) == handle)
        #expect(CXHandle.supportsSecureCoding)
        let types: [CXHandle.HandleType] = [.generic, .phoneNumber, .emailAddress]
        #expect(types.map(\.rawValue) == [1, 2, 3])
        #expect(CXHandle.HandleType(rawValue: 4) == nil)
    }

    @Test func `an update`() throws {
        let update = CXCallUpdate()
        #expect(update.remoteHandle == nil)
        #expect(update.localizedCallerName == nil)
        #expect(!update.hasVideo)
        update.remoteHandle = CXHandle(type: .generic, value: "ada")
        update.localizedCallerName = "Ada"
        update.supportsHolding = true
        update.supportsGrouping = true
        update.supportsUngrouping = true
        update.supportsDTMF = true
        update.hasVideo = true
        let copy = try copied(update)
        #expect(copy.remoteHandle?.value == "ada")
        #expect(copy.localizedCallerName == "Ada")
        #expect(copy.supportsHolding && copy.supportsGrouping && copy.supportsUngrouping)
        #expect(copy.supportsDTMF && copy.hasVideo)
        update.remoteHandle = nil
        #expect(copy.remoteHandle != nil)
    }

    @Test func `a configuration`() throws {
        let configuration = CXProviderConfiguration()
        #expect(configuration.localizedName == nil)
        #expect(configuration.ringtoneSound == nil)
        #expect(configuration.iconTemplateImageData == nil)
        #expect(configuration.maximumCallGroups == 2)
        #expect(configuration.maximumCallsPerCallGroup == 5)
        #expect(configuration.includesCallsInRecents)
        #expect(!configuration.supportsVideo)
        #expect(configuration.supportedHandleTypes.isEmpty)
        #expect(!configuration.supportsAudioTranslation)
        configuration.ringtoneSound = "ring.caf"
        configuration.iconTemplateImageData = Data([1])
        configuration.maximumCallGroups = 1
        configuration.maximumCallsPerCallGroup = 1
        configuration.includesCallsInRecents = false
        configuration.supportsVideo = true
        configuration.supportedHandleTypes = [.phoneNumber, .generic]
        configuration.supportsAudioTranslation = true
        let copy = try copied(configuration)
        #expect(copy.ringtoneSound == "ring.caf")
        #expect(copy.iconTemplateImageData == Data([1]))
        #expect(copy.maximumCallGroups == 1)
        #expect(copy.maximumCallsPerCallGroup == 1)
        #expect(!copy.includesCallsInRecents)
        #expect(copy.supportsVideo)
        #expect(copy.supportedHandleTypes == [.generic, .phoneNumber])
        #expect(copy.supportsAudioTranslation)
        #expect(CXProviderConfiguration(localizedName: "Phone").localizedName == "Phone")
    }

    @Test func `a configuration's part for Linux`() throws {
        let configuration = CXProviderConfiguration()
        #expect(configuration.identifier == nil)
        #expect(configuration.desktopEntry == nil)
        configuration.identifier = "org.example.Phone"
        configuration.desktopEntry = "org.example.Phone"
        let copy = try copied(configuration)
        #expect(copy.identifier == "org.example.Phone")
        #expect(copy.desktopEntry == "org.example.Phone")
    }
}
