/** An email address that breaks before its @, not within the last word. */
export const EmailAddress = ({ address }: { address: string }) => {
  const at = address.lastIndexOf("@");
  return (
    <>
      {address.slice(0, at)}
      <wbr />
      {address.slice(at)}
    </>
  );
};
