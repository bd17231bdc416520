/// The table of settings as the help shows it.
enum SettingHelp {
    static var text: String {
        let defaults = Settings()
        var text = ""
        for section in SettingSection.allCases {
            text += text.isEmpty ? "Settings:\n" : ""
            text += "  [\(section.name)]\n"
            for setting in Setting.all where setting.section == section {
                text += "  \(setting.key.padded(to: 18))\(setting.summary)\n"
                let mark = setting.isLive ? "" : "; read at the start only"
                text += "".padded(to: 20) + "\(setting.allowed); default \(setting.read(defaults))\(mark)\n"
            }
        }
        return text
    }
}
